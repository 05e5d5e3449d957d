import {
  execute,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql'
import type { Ctx } from '../context/context.ts'
import type { GraphqlInput } from '../contract/graphql/graphql-input.ts'
import { AppError } from '../errors/app-error.ts'
import { refusalOf } from '../http/on-error.ts'
import { MAX_TOKENS, queryLimitProblem } from './query-limits.ts'
import { resolvers, schema } from './schema.ts'

/**
 * Runs a document. Introspection is allowed only where any document is, so never in production. If the answer has no
 * `data`, nothing was run. Never throws.
 */
export async function executeQuery(ctx: Ctx, input: GraphqlInput, requestId: string): Promise<ExecutionResult> {
  const document = read(input.query)
  if (Array.isArray(document)) return { errors: document }
  const result = await execute({
    schema,
    document,
    rootValue: resolvers,
    contextValue: ctx,
    variableValues: input.variables,
    operationName: input.operationName,
    hideSuggestions: true,
    options: { maxCoercionErrors: 5 },
  })
  return result.errors ? { ...result, errors: result.errors.map((error) => masked(error, requestId)) } : result
}

/** The document, or its errors. Limits are checked before the rules, whose work grows with the document. */
function read(query: string): DocumentNode | GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS })
    const over = queryLimitProblem(document)
    if (over) return [new GraphQLError(over)]
    const errors = validate(schema, document, specifiedRules, { maxErrors: 5, hideSuggestions: true })
    return errors.length > 0 ? [...errors] : document
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('This document could not be read.')]
  }
}

/** A refusal keeps its code. Any other error is logged and answered only as `internal`. */
function masked(error: GraphQLError, requestId: string): GraphQLError {
  const { originalError, nodes = null, path = null } = error
  if (!originalError || originalError instanceof GraphQLError) return error
  const refusal = originalError instanceof AppError ? originalError : refusalOf(originalError, requestId)
  return new GraphQLError(refusal.message, { nodes, path, extensions: { code: refusal.code } })
}
