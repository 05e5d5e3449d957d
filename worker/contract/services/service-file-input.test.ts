import { expect, test } from 'vitest'
import { probeServiceInput } from './service-file-input.ts'

test.each([
  ['', 'Enter the service key.'],
  ['short', 'A service key has at least 8 characters and no spaces.'],
  ['two words of a key', 'A service key has at least 8 characters and no spaces.'],
])('the key “%s” is answered with what is wrong', (service_key, message) => {
  const read = probeServiceInput.safeParse({ api_url: 'https://api.acme.example', service_key })
  expect(read.error?.issues.map((issue) => issue.message)).toEqual([message])
})
