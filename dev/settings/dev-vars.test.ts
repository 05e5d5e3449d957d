import { expect, test } from 'vitest'
import { withDevVars } from './dev-vars.ts'
import { demoIdVars } from '../services/oauth/demo-id.ts'

const vars = { PRODUCT_NAME: 'Switchyard', ...demoIdVars('http://localhost:1') }

test('own settings win over those of this machine', () => {
  expect(withDevVars(vars, { PRODUCT_NAME: 'Mine' })).toEqual({ ...vars, PRODUCT_NAME: 'Mine' })
})

test("an OpenID provider of one's own takes the place of Demo ID as a whole, and an empty one switches it off", () => {
  const own = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'mine' }
  expect(withDevVars(vars, own)).toEqual({ PRODUCT_NAME: 'Switchyard', ...own })
  expect(withDevVars(vars, { OIDC_ISSUER: '' })).toEqual({ PRODUCT_NAME: 'Switchyard', OIDC_ISSUER: '' })
})
