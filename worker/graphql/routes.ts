import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { OPERATIONS } from '../contract/graphql/graphql-documents.ts'
import { graphqlInput } from '../contract/graphql/graphql-input.ts'
import type { HonoEnv } from '../context/hono-env.ts'
import { AppError } from '../errors/app-error.ts'
import { requireSameUser } from '../http/require-same-user.ts'

const OURS = new Set(OPERATIONS.map(({ query }) => query))
const MODERN = 'application/graphql-response+json'

/** POST /graphql (§7, §D3.2), as GraphQL over HTTP has it. The language comes with the first call, not with the Worker. */
export const graphqlRoutes = new Hono<HonoEnv>().post(
  '/graphql',
  requireSameUser,
  zValidator('json', graphqlInput, ({ success }) => {
    if (!success) throw new AppError('malformed')
  }),
  async (c) => {
    const input = c.req.valid('json')
    const ctx = c.get('ctx')
    if (ctx.settings.GRAPHQL_PERSISTED_ONLY && !OURS.has(input.query)) {
      throw new AppError('malformed', { message: 'This document is not known here.' })
    }
    const { executeQuery } = await import('./execute-query.ts')
    const response = await executeQuery(ctx, input, c.get('requestId'))
    const modern = c.req.header('accept')?.includes(MODERN) ?? false
    // Without `data` it was never run. A client that speaks only application/json must still be able to read why.
    const status = modern && !('data' in response) ? 400 : 200
    return c.json(response, status, { 'content-type': `${modern ? MODERN : 'application/json'}; charset=utf-8` })
  },
)
