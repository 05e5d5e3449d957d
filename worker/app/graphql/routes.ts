import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono/tiny'
import { OPERATIONS } from '../../contract/graphql/persisted-documents.ts'
import { graphqlInput } from '../../contract/graphql/graphql-input.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { refusalOf } from '../../system/http/refusal-of.ts'
import { requireSameUser } from '../../system/http/require-same-user.ts'
import { noteForLog } from '../../system/log/log.ts'
import { resolvers } from './resolvers.ts'

const OUR_QUERIES = new Set(OPERATIONS.map(({ query }) => query))
const GRAPHQL_RESPONSE = 'application/graphql-response+json'

/**
 * POST /graphql (§7), following GraphQL over HTTP. The first call loads the GraphQL library, to keep the
 * Worker's start fast.
 */
export const graphqlRoutes = new Hono<HonoEnv>().post(
  '/graphql',
  requireSameUser,
  zValidator('json', graphqlInput, ({ success }) => {
    if (!success) throw new AppError('malformed')
  }),
  async (c) => {
    const input = c.req.valid('json')
    const ctx = c.get('ctx')
    const isOurs = OUR_QUERIES.has(input.query)
    if (ctx.settings.GRAPHQL_PERSISTED_ONLY && !isOurs) {
      throw new AppError('malformed', { message: SENTENCES.unknown_document })
    }
    noteForLog({ operation: isOurs ? nameOf(input.query) : 'other' })
    const { executeQuery } = await import('./execute-query.ts')
    const refusal = (error: Error) => {
      const refused = error instanceof AppError ? error : refusalOf(error)
      noteForLog({ outcome: refused.code })
      return refused
    }
    const response = await executeQuery(ctx, input, { resolvers, refusal, isOurs })
    const modern = c.req.header('accept')?.includes(GRAPHQL_RESPONSE) ?? false
    // Without `data` it was never run. A client that accepts only application/json must still be able to read why.
    const status = modern && !('data' in response) ? 400 : 200
    return c.json(response, status, {
      'content-type': `${modern ? GRAPHQL_RESPONSE : 'application/json'}; charset=utf-8`,
    })
  },
)

/** Reads the name of one of our own documents, such as "UpgradeToProPlus". */
function nameOf(query: string): string {
  return /^\w+ (\w+)/.exec(query)?.[1] ?? 'unnamed'
}
