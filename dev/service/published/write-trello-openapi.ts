import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { main } from '../../processes/run.ts'
import { fromPackage } from '../../published-data/from-package.ts'

/** Not among our packages: it has 6 MB, of which we need 4 KB. Its schemas follow Atlassian's description of the API. */
const PACKAGE = 'trello.js@2.2.0'

type Shapes = Record<string, z.ZodObject>

/** Properties that our file uses of what Trello answers. */
const ANSWERS = {
  Member: ['id', 'username', 'fullName'],
  Board: ['id', 'name'],
  TrelloList: ['id', 'name'],
  Card: ['id', 'name', 'desc', 'due', 'idList', 'url', 'shortUrl', 'dateLastActivity'],
  Action: ['id', 'idMemberCreator', 'data', 'type', 'date', 'memberCreator'],
} as const
type Answer = keyof typeof ANSWERS
/** What our file sends, in addresses and in the body of a new card. */
const QUERY = ['filter', 'limit', 'before', 'memberCreatorFields', 'text']
const BODY = ['idList', 'name', 'desc', 'due', 'pos', 'urlSource']

const OPERATIONS: { method: 'get' | 'post'; path: string; takes: string; answer: Answer; list: boolean }[] = [
  { method: 'get', path: '/1/members/{id}', takes: 'GetMember', answer: 'Member', list: false },
  { method: 'get', path: '/1/members/{id}/boards', takes: 'GetMemberBoards', answer: 'Board', list: true },
  { method: 'get', path: '/1/boards/{id}/lists', takes: 'GetBoardLists', answer: 'TrelloList', list: true },
  { method: 'get', path: '/1/boards/{boardId}/actions', takes: 'GetBoardActions', answer: 'Action', list: true },
  { method: 'get', path: '/1/lists/{id}/cards', takes: 'GetListCards', answer: 'Card', list: true },
  { method: 'post', path: '/1/cards', takes: 'CreateCard', answer: 'Card', list: false },
  { method: 'post', path: '/1/cards/{id}/actions/comments', takes: 'CreateCardComment', answer: 'Action', list: false },
]

/** Writes the part of Trello's API that we use as OpenAPI, from the schemas of a client. */
await main(async () => {
  const [models, parameters] = await fromPackage(PACKAGE, (folder) => {
    const load = (name: string): Promise<Shapes> => import(pathToFileURL(join(folder, `dist/${name}/index.js`)).href)
    return Promise.all([load('models'), load('parameters')])
  })
  const paths: Record<string, object> = {}
  for (const { method, path, takes, answer, list } of OPERATIONS) {
    const { properties = {}, required = [] } = jsonSchema(parameters[`${takes}Schema`])
    // A card's parameters may be a JSON body instead, says Trello's description.
    const isBody = takes === 'CreateCard'
    const names = Object.keys(properties).filter((name) =>
      (isBody ? BODY : path.endsWith('/actions') ? QUERY : [...QUERY, 'fields']).includes(name),
    )
    const item = { $ref: `#/components/schemas/${answer}` }
    const schema = list ? { type: 'array', items: item } : item
    paths[path] = {
      [method]: {
        ...(isBody
          ? { requestBody: bodyOf(names, properties, required) }
          : {
              parameters: names.map((name) => ({
                name: spelled(name),
                in: 'query',
                required: required.includes(name),
                schema: properties[name],
              })),
            }),
        responses: { 200: { content: { 'application/json': { schema } } } },
      },
    }
  }
  const schemas = Object.fromEntries(
    Object.entries(ANSWERS).map(([name, picked]) => {
      const { properties = {} } = jsonSchema(models[`${name}Schema`])
      const kept = Object.fromEntries(picked.map((each) => [each, properties[each]]))
      return [name, { type: 'object', required: ['id'], properties: kept, additionalProperties: false }]
    }),
  )
  const license = 'MIT License, Copyright (c) Vladislav Tupikin'
  const text = JSON.stringify({ package: PACKAGE, license, paths, components: { schemas } })
  writeFileSync(join(import.meta.dirname, 'trello-openapi.json'), `${text}\n`)
  console.log(`${text.length} bytes`)
})

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

function jsonSchema(schema: z.ZodObject | undefined): JsonSchema {
  if (!schema) throw new Error(`${PACKAGE} lacks a schema.`)
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (zodSchema instanceof z.ZodDate) Object.assign(made, { type: 'string', format: 'date-time' })
    },
  }) as JsonSchema
}

/** The client writes `memberCreatorFields` for `memberCreator_fields`. */
function spelled(name: string): string {
  return name.replace(/([a-z])Fields$/, '$1_fields')
}

function bodyOf(names: readonly string[], properties: Record<string, object>, required: readonly string[]) {
  const schema = {
    type: 'object',
    required: required.filter((name) => names.includes(name)),
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    additionalProperties: false,
  }
  return { content: { 'application/json': { schema } } }
}
