import { expect, test } from 'vitest'
import { linkify } from './linkify.ts'

const print = async (text: string) => (await Promise.all(linkify(text))).join('')

test.each([
  ['no address here', 'no address here'],
  ['see https://a.test/x.', 'see <a href="https://a.test/x">https://a.test/x</a>.'],
  ['(http://a.test)', '(<a href="http://a.test">http://a.test</a>)'],
  ['https://a.test/?q=1&r=2 b', '<a href="https://a.test/?q=1&amp;r=2">https://a.test/?q=1&amp;r=2</a> b'],
  ['javascript:alert(1) <b>', 'javascript:alert(1) &lt;b&gt;'],
])('%s becomes %s', async (text, expected) => {
  expect(await print(text)).toBe(expected)
})
