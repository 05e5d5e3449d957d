import {
  execute,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql'
import type { Ctx } from '../../system/context/context.ts'
import type { GraphqlInput } from '../../contract/graphql/graphql-input.ts'
import type { AppError } from '../../system/errors/app-error.ts'
import { MAX_TOKENS, queryLimitProblem } from './query-limits.ts'
import type { resolvers } from './resolvers.ts'
import { schema } from './schema.ts'

/** Given, not imported: this is loaded on demand, and the build wraps each module that such a one imports. */
type Given = {
  resolvers: typeof resolvers
  refusal: (error: Error) => AppError
  isOurs: boolean
}

/** Our own documents, which are few and never change. */
const known = new Map<string, DocumentNode>()

/**
 * Runs a document. Introspection is allowed only where any document is, so never in production. If the answer has no
 * `data`, nothing was run. Never throws.
 */
export async function executeQuery(ctx: Ctx, input: GraphqlInput, given: Given): Promise<ExecutionResult> {
  const document = known.get(input.query) ?? read(input.query)
  if (Array.isArray(document)) return { errors: document }
  if (given.isOurs) known.set(input.query, document)
  const result = await execute({
    schema,
    document,
    rootValue: given.resolvers,
    contextValue: ctx,
    variableValues: input.variables,
    operationName: input.operationName,
    hideSuggestions: true,
    options: { maxCoercionErrors: 5 },
  })
  return result.errors ? { ...result, errors: result.errors.map((error) => masked(error, given.refusal)) } : result
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
function masked(error: GraphQLError, refusal: Given['refusal']): GraphQLError {
  const { originalError, nodes = null, path = null } = error
  if (!originalError || originalError instanceof GraphQLError) return error
  const { message, code, status } = refusal(originalError)
  return new GraphQLError(message, { nodes, path, extensions: { type: code, code, status } })
}
