//! Heads put together of odd lines: many deviations beside each other, which changed real heads
//! seldom have.

use super::corpus::Sample;
use super::mutate::Rng;
use crate::naive::http1::What;

const REQUEST_LINES: &[&[u8]] = &[
    b"GET / HTTP/1.1\r\n",
    b"GET / HTTP/1.0\n",
    b"GET / HTTP/1.1\r\r\n",
    b"GET  / HTTP/1.1\r\n",
    b"GET /\tHTTP/1.1\r\n",
    b" GET / HTTP/1.1\r\n",
    b"\r\n\tGET / HTTP/1.1\r\n",
    b"\nGET / HTTP/1.1\r\n",
    b"GET /\xC3\xA9 HTTP/1.1\r\n",
    b"GET /\x01 HTTP/2\r\n",
    b"GET / HTTP/2.0\r\n",
    b"GET / HTTP\n",
    b"\xEF\xBB\xBFGET / HTTP/1.1\r\n",
    b"G(T / HTTP/1.1\r\n",
];

const STATUS_LINES: &[&[u8]] = &[
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.1 200\r\n",
    b"HTTP/1.0 200 \n",
    b"HTTP/1.1  200 OK\r\n",
    b"HTTP/1.1 200  OK\r\n",
    b"HTTP/1.1 200\t OK\r\n",
    b"HTTP/1.1 200 O\0K\0\r\n",
    b"HTTP/1.1 200 O\rK\r\r\n",
    b"HTTP/1.1 200 \x01\x7F\r\n",
    b"\tHTTP/1.1 200 OK\r\n",
    b"HTTP/2 200 \r\n",
    b"HTTP/3.7 200\n",
    b"ICY 200 OK\r\n",
    b"HTTP 200 OK\r\n",
    b"\xEF\xBB\xBFHTTP/1.1 200 OK\r\n",
    b"\r\r\nHTTP/1.1 200 OK\r\n",
];

const LINES: &[&[u8]] = &[
    b"A: 1\r\n",
    b"Name:value \t\r\n",
    b"A:\r\n",
    b"A: 1\n",
    b"A: 1\r\r\n",
    b"A : 1\r\n",
    b"A\t : x: y\n",
    b"a b: 1\r\n",
    b"a\0b : 1\r\n",
    b"a b\rc: 1\r\n",
    b"\xEF\xBB\xBFA: 1\r\n",
    b"\"A\": 1\r\n",
    b"no colon\r\n",
    b"no\rcolon\r\n",
    b"no\0colon\r\r\n",
    b"nocolon\n",
    b"name \r\n",
    b": empty\r\n",
    b":\rempty\n",
    b" : led\r\n",
    b" led: 1\r\n",
    b"\tled\n",
    b" \r\n",
    b" \0\r \r\n",
    b"\t\r\r\n",
    b" fold\x01\r\n",
    b"A: \0\0\r\n",
    b"A: 1\rB: 2\r\n",
    b"A: \x01\x0B\x7F\r\n",
    b"A: \r x\n",
    b"A: x\0\r\n",
    b"\rA: 1\r\n",
    b"A: \x80\xFF\r\n",
];

const ENDS: &[&[u8]] =
    &[b"\r\n", b"\r\n", b"\r\n", b"\r\nbody", b"\n", b"\r\r\n", b"", b"\r", b"A: cut"];

/// Gives `count` heads and field sections.
pub fn heads(seed: u64, count: usize) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let mut head = |number: usize| {
        let what = rng.pick(&[What::Request, What::Response, What::Headers]);
        let odd = rng.one_in(3);
        let mut bytes = match what {
            What::Request => rng.pick(if odd { REQUEST_LINES } else { &REQUEST_LINES[..1] }),
            What::Response => rng.pick(if odd { STATUS_LINES } else { &STATUS_LINES[..1] }),
            What::Headers if odd => &b"\xEF\xBB\xBF"[..],
            What::Headers => b"",
        }
        .to_vec();
        for _ in 0..rng.below(5) {
            bytes.extend_from_slice(rng.pick(LINES));
        }
        bytes.extend_from_slice(rng.pick(ENDS));
        Sample { name: format!("assembled, number {number}"), what, bytes }
    };
    (0..count).map(&mut head).collect()
}
