import { expect, test } from 'vitest'
import { withDevVars } from './dev-vars.ts'
import { demoIdVars } from '../services/oauth/demo-id.ts'

const vars = { PRODUCT_NAME: 'Switchyard', ...demoIdVars('http://localhost:1') }

test("a developer's own settings win over the local ones", () => {
  expect(withDevVars(vars, { PRODUCT_NAME: 'Mine' })).toEqual({ ...vars, PRODUCT_NAME: 'Mine' })
})

test("replaces Demo ID completely with the developer's own provider", () => {
  const own = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'mine' }
  expect(withDevVars(vars, own)).toEqual({ PRODUCT_NAME: 'Switchyard', ...own })
  expect(withDevVars(vars, { OIDC_ISSUER: '' })).toEqual({ PRODUCT_NAME: 'Switchyard', OIDC_ISSUER: '' })
})
