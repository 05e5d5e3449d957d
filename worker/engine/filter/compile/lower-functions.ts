import type { SourceFunction } from '../parse/source-tree.ts'
import type { FunctionNode, Statement } from '../tree/filter-tree.ts'
import { blockNames, namesOf, variableNames } from './names-in-scope.ts'
import { lowerBody } from './lower-body.ts'
import { lowerPart, lowerRest } from './lower-patterns.ts'
import { lineOf, type Lowering } from './lowering.ts'

/** A function; `name` is what it calls itself, or empty. */
export function lowerFunction(lowering: Lowering, made: SourceFunction, name: string): FunctionNode {
  const { params, body } = made
  const variables = body.type === 'BlockStatement' ? variableNames(body.body) : []
  const names = [...params.flatMap(namesOf), ...variables, ...(name ? [name] : [])]
  return lowering.within(names, () => {
    const parts = params
      .filter((parameter) => parameter.type !== 'RestElement')
      .map((parameter) => lowerPart(lowering, parameter, true))
    const rest = lowerRest(lowering, params, true)
    const firstOptional = params.findIndex(({ type }) => type === 'AssignmentPattern' || type === 'RestElement')
    return [
      name,
      parts,
      rest,
      variables,
      lowerFunctionBody(lowering, body),
      firstOptional < 0 ? parts.length : firstOptional,
    ]
  })
}

function lowerFunctionBody(lowering: Lowering, body: SourceFunction['body']): Statement {
  if (body.type !== 'BlockStatement') return ['return', lineOf(body), lowering.expression(body)]
  const names = blockNames(body.body)
  return ['block', lineOf(body), names, lowering.within(names, () => lowerBody(lowering, body.body))]
}
