import * as z from 'zod/mini'

const map = z.nullish(z.record(z.string(), z.unknown()))

/** POST /graphql: the parameters of GraphQL over HTTP, which says to ignore any others. */
export const graphqlInput = z.object({
  query: z.string().check(z.minLength(1)),
  operationName: z.nullish(z.string()),
  variables: map,
  extensions: map,
})
export type GraphqlInput = z.output<typeof graphqlInput>
