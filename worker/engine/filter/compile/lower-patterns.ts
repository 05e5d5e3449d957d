import type { AssignmentProperty, Pattern as SourcePattern, RestElement } from '../parse/source-tree.ts'
import type { Expression, Part, Pattern } from '../tree/filter-tree.ts'
import { checkMemberName, lowerMember } from './lower-chains.ts'
import { lineOf, type Lowering } from './lowering.ts'

/** Lowers the left side of `=`; `declares` where it declares names, which then need no check. */
export function lowerPattern(lowering: Lowering, pattern: SourcePattern, declares: boolean): Pattern {
  const line = lineOf(pattern)
  switch (pattern.type) {
    case 'Identifier':
      if (!declares) lowering.checkName(pattern, pattern.name)
      return ['to-name', line, pattern.name]
    case 'MemberExpression': {
      const [of, key] = lowerMember(lowering, pattern)
      return ['to-member', line, of, key]
    }
    case 'ArrayPattern': {
      const parts = pattern.elements
        .filter((element) => element?.type !== 'RestElement')
        .map((element) => element && lowerPart(lowering, element, declares))
      return ['to-items', line, parts, lowerRest(lowering, pattern.elements, declares)]
    }
    case 'ObjectPattern': {
      const fields = pattern.properties.flatMap((property): [Expression, Part][] =>
        property.type === 'RestElement'
          ? []
          : [[fieldKey(lowering, property), lowerPart(lowering, property.value, declares)]],
      )
      return ['to-fields', line, fields, lowerRest(lowering, pattern.properties, declares)]
    }
    case 'AssignmentPattern':
      return lowerPattern(lowering, pattern.left, declares)
    case 'RestElement':
      return lowerPattern(lowering, pattern.argument, declares)
    default:
      return pattern satisfies never
  }
}

/** A pattern with what it takes where there is nothing. */
export function lowerPart(lowering: Lowering, pattern: SourcePattern, declares: boolean): Part {
  if (pattern.type !== 'AssignmentPattern') return [lowerPattern(lowering, pattern, declares), null]
  return [lowerPattern(lowering, pattern.left, declares), lowering.expression(pattern.right)]
}

export function lowerRest(
  lowering: Lowering,
  patterns: readonly (SourcePattern | AssignmentProperty | RestElement | null)[],
  declares: boolean,
): Pattern | null {
  const rest = patterns.find((pattern) => pattern?.type === 'RestElement')
  return rest ? lowerPattern(lowering, rest.argument, declares) : null
}

function fieldKey(lowering: Lowering, { key, computed }: AssignmentProperty): Expression {
  if (computed) return lowering.expression(key)
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
  checkMemberName(lowering, key, name)
  return ['value', lineOf(key), name]
}
