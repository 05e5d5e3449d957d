import { expect, test } from 'vitest'
import { RESERVED_SEGMENTS } from '../../worker/contract/addresses.ts'
import { demoServices } from './demo-services.ts'

// §D10-11
test('every demo service has a name that may be an address', () => {
  expect(demoServices.map(({ module_name }) => module_name).filter((name) => RESERVED_SEGMENTS.has(name))).toEqual([])
})
