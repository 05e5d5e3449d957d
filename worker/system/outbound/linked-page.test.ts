import { expect, test } from 'vitest'
import { linkedPage } from './linked-page.ts'

const GITHUB =
  '<https://api.github.com/repositories/1/issues?per_page=2&page=2>; rel="next", <https://api.github.com/repositories/1/issues?per_page=2&page=7>; rel="last"'

test.each([
  [GITHUB, 'next', '2'],
  [GITHUB, 'last', '7'],
  ['</list?page=3>; rel=next', 'next', '3'],
  ['</list?page=3>; title="a"; rel="prefetch next"', 'next', '3'],
  ['</list?page=3>; rel="prev"', 'next', null],
  ['</list>; rel="next"', 'next', null],
  ['nonsense', 'next', null],
  ['', 'next', null],
] as const)('reads from the Link header %j the page that is %s', (link, rel, page) => {
  expect(linkedPage(new Headers({ link }), rel, 'page')).toBe(page)
})
