import { Buffer } from 'node:buffer'
import * as whole from 'graphql'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { schema } from '../../../worker/graphql/schema.ts'
import { leaveOutDescriptions } from '../../processes/graphql-descriptions.ts'
import { leaveOutSchemaChecks } from '../../processes/graphql-schema-checks.ts'
import { ROOT } from '../../processes/run.ts'
import { isForTests, readSources } from '../source-files.ts'

test("our schema passes all of GraphQL's checks", () => {
  // Its text was checked when this file imported it.
  expect(whole.validateSchema(schema)).toEqual([])
  expect(() => whole.buildSchema('type Query { a: Int a: Int }')).toThrow('can only be defined once')
})

test('the Worker has no other schema, and changes it nowhere', () => {
  const making = readSources()
    .filter(({ path }) => path.startsWith('worker/') && !isForTests(path))
    .filter(({ text }) => /\b(?:build\w*Schema|extendSchema|GraphQLSchema|GraphQL\w+Type|validateSchema)\b/.test(text))
  expect(making.map(({ path }) => path)).toEqual(['worker/graphql/schema.ts'])
})

const DOCUMENTS = [
  '{ me { login } runs { runs { id } next } }',
  '{ __schema { types { name fields { name args { name defaultValue } } } directives { name args { name } } } }',
  'mutation M($id: ID!) { runReplay(id: $id) { runs errors { attribute message } } }',
  'mutation M($id: Int) { runReplay(id: $id, id: 2, wrong: 3) @skip @skip(if: true) @unknown { runs } }',
  'query A { nothing } query A { me } fragment F on Nobody { ...F } subscription { me { login } }',
  '{ normalized_applet(id: { a: 1, a: 2 }) { enablement_rules } recommended_applets_for_channels(count: "a") { id } }',
  'type Query { me: Int } { me { login: tier login } }',
]

test('without these checks, GraphQL answers every document as before', async () => {
  const built = await builtGraphql()
  expect(built.validateSchema(schema)).toEqual([])
  const text = whole.printSchema(schema)
  const [before, after] = [whole, built].map((graphql) => answers(graphql, text))
  expect(after).toEqual(before)
  expect(before?.filter(({ errors }) => errors.length > 0)).toHaveLength(4)
  const rules = (graphql: typeof whole) => graphql.specifiedRules.map(({ name }) => name)
  expect(rules(built)).toEqual(rules(whole))
})

test('a built GraphQL describes no type of its own', async () => {
  const built = await builtGraphql()
  expect(built.GraphQLID.description).toBe('')
  expect(built.GraphQLID.name).toBe(whole.GraphQLID.name)
})

async function builtGraphql(): Promise<typeof whole> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: join(ROOT, 'node_modules/graphql/index.mjs'),
    platform: 'neutral',
    plugins: [leaveOutSchemaChecks(), leaveOutDescriptions()],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}

/** What a whole or a built GraphQL says of each document, and answers where it finds no error. */
function answers(graphql: typeof whole, text: string) {
  const made = graphql.buildSchema(text)
  return DOCUMENTS.map((source) => {
    const document = graphql.parse(source)
    const errors = graphql.validate(made, document).map(({ message }) => message)
    const rootValue = { me: { login: 'ada' }, runs: { runs: [{ id: 1 }] }, runReplay: { runs: 1, errors: [] } }
    const answer =
      errors.length === 0 && graphql.executeSync({ schema: made, document, rootValue, variableValues: { id: '1' } })
    return { errors, answer: JSON.stringify(answer) }
  })
}
