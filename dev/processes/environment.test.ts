import { expect, test } from 'vitest'
import { environmentIn, inEnvironment, readEnvironment, takeEnvironment } from './environment.ts'

test('there are two environments', () => {
  expect([readEnvironment(undefined), readEnvironment('staging')]).toEqual(['production', 'staging'])
  expect(() => readEnvironment('stagign')).toThrow('There is no environment stagign, only production and staging.')
})

test.each([
  [['tail'], 'production', ['tail']],
  [['--env', 'staging', 'runner', 'tail'], 'staging', ['runner', 'tail']],
  [['tail', '--env=staging', '--once'], 'staging', ['tail', '--once']],
])('takes the environment out of %j', (args, environment, rest) => {
  expect(takeEnvironment(args)).toEqual({ environment, rest })
})

test('refuses --env without a name', () => {
  expect(() => takeEnvironment(['tail', '--env'])).toThrow('There is no environment')
})

test('a failed command speaks of the environment that it named', () => {
  expect([['--env', 'staging'], ['x', '--env=staging'], ['--env', 'stag'], []].map(environmentIn)).toEqual([
    'staging',
    'staging',
    'production',
    'production',
  ])
})

test.each([
  ['npm run deploy', 'npm run deploy -- --env staging'],
  ['npm run deploy -- --rollback-pages 7', 'npm run deploy -- --env staging --rollback-pages 7'],
  [
    '  npm run wrangler -- rollback a && npm run wrangler -- runner rollback b',
    '  npm run wrangler -- --env staging rollback a && npm run wrangler -- --env staging runner rollback b',
  ],
  [
    '"vars" in deployment.json, then npm run deploy.',
    '"vars" in deployment.staging.json, then npm run deploy -- --env staging.',
  ],
  ['in deployment.secrets.env', 'in deployment.staging.secrets.env'],
  ['npm run build', 'npm run build'],
])('says "%s" of staging', (text, said) => {
  expect(inEnvironment('staging', text)).toBe(said)
  expect(inEnvironment('production', text)).toBe(text)
})
