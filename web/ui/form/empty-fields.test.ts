import { expect, test } from 'vitest'
import { emptyFields } from './empty-fields.ts'

test('a required field that is empty is named, a box is not', () => {
  const missing = { validity: { valueMissing: true } }
  const controls = [
    { name: 'city', type: 'text', labels: [{ textContent: 'City ' }], ...missing },
    { name: 'state', type: 'text', labels: [{ textContent: 'State' }], validity: { valueMissing: false } },
    { name: 'kept', type: 'checkbox', labels: [{ textContent: 'I kept them' }], ...missing },
    { name: 'key', type: 'password', labels: null, ...missing },
  ]
  expect(emptyFields(controls)).toEqual({ city: "City can't be empty.", key: "This can't be empty." })
})
