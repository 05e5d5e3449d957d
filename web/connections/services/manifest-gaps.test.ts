import { expect, test } from 'vitest'
import { chooseSignIn, fillGaps, manifestGaps } from './manifest-gaps.ts'

const DRAFT = {
  id: '',
  name: '',
  sign_in: null,
  triggers: [{ slug: 'runs_low', name: '', fields: [{ slug: 'shelf', label: '' }] }],
}
const PATHS = ['id', 'triggers.0.name', 'triggers.0.fields.0.label']

test('each gap is named by its step and field', () => {
  expect(manifestGaps(DRAFT, PATHS).map(({ label }) => label)).toEqual([
    'Id',
    'Trigger runs_low: name',
    'Trigger runs_low, field shelf: label',
  ])
})

test('a name begins as its slug in words, a description empty', () => {
  const paths = ['name', 'triggers.0.name', 'triggers.0.description', 'triggers.0.fields.0.label']
  expect(manifestGaps(DRAFT, paths).map(({ defaultValue }) => defaultValue)).toEqual([
    undefined,
    'Runs low',
    undefined,
    'Shelf',
  ])
})

test('values go to their places and nowhere else', () => {
  const filled = fillGaps(DRAFT, { id: 'larder', 'triggers.0.fields.0.label': 'Shelf', 'queries.3.name': 'x' })
  expect(JSON.parse(filled)).toEqual({
    id: 'larder',
    name: '',
    sign_in: null,
    triggers: [{ slug: 'runs_low', name: '', fields: [{ slug: 'shelf', label: 'Shelf' }] }],
  })
  expect(DRAFT.id).toBe('')
})

test('keys of items become ingredients, with names', () => {
  const filled = JSON.parse(fillGaps(DRAFT, { 'triggers.0.ingredients': ' created_at, title ,' }))
  expect(filled.triggers[0].ingredients).toEqual([
    { slug: 'CreatedAt', name: 'Created at', from: '$.created_at', type: 'text', example: 'Example' },
    { slug: 'Title', name: 'Title', from: '$.title', type: 'text', example: 'Example' },
  ])
})

test('people sign in as chosen, at the addresses that are typed', () => {
  const told = { ...DRAFT, sign_in: { authorize_url: '/a', token_url: '/t' } }
  expect(chooseSignIn(told, false)).toMatchObject({ draft: DRAFT, paths: [] })
  const { draft, paths } = chooseSignIn(DRAFT, true)
  expect(manifestGaps(draft, paths)).toMatchObject([
    { path: 'sign_in.authorize_url', label: 'Authorization address', defaultValue: '/oauth2/authorize' },
    { path: 'sign_in.token_url', label: 'Token address', defaultValue: '/oauth2/token' },
  ])
  expect(chooseSignIn(told, true)).toMatchObject({ draft: told })
  const filled = JSON.parse(fillGaps(draft, { 'sign_in.token_url': 'https://login.acme.example/token' }))
  expect(filled.sign_in).toEqual({ authorize_url: '/oauth2/authorize', token_url: 'https://login.acme.example/token' })
})
