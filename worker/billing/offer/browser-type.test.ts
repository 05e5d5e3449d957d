import { expect, test } from 'vitest'
import { browserTypeOf } from './browser-type.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

// §3-14
test.each([
  [
    'Safari on a Mac',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    'safari',
  ],
  [
    'Safari on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
    'safari',
  ],
  [
    'Chrome on an iPhone, which is Safari inside',
    `Mozilla/5.0 (iPhone) ${WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'safari',
  ],
  [
    'Chrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'chrome',
  ],
  [
    'Edge, which is Chrome inside',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'chrome',
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'other'],
  ['Firefox on an iPhone', `Mozilla/5.0 (iPhone) ${WEBKIT} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`, 'other'],
  ['nothing said', null, 'other'],
] as const)('recognizes %s', (_, agent, expected) => {
  expect(browserTypeOf(agent)).toBe(expected)
})
