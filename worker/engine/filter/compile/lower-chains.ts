import type {
  CallExpression,
  Expression as SourceExpression,
  MemberExpression,
  NewExpression,
  Place,
  SpreadElement,
} from '../parse/source-tree.ts'
import type { Expression, Item, Link } from '../tree/filter-tree.ts'
import { lineOf, type Lowering } from './lowering.ts'

const NEW = ['Array', 'Date', 'Error', 'Map', 'Object', 'RangeError', 'RegExp', 'Set', 'SyntaxError', 'TypeError']
/** The ways from a value to the language's insides, which do not exist here. */
const INSIDES = ['__proto__', 'constructor', 'prototype']

export function checkMemberName(lowering: Lowering, node: Place, name: string): void {
  if (INSIDES.includes(name)) lowering.report(node, `“${name}” is not available in filter code.`)
}

/** `a.b[c](d)` as one node, however long. */
export function lowerChain(lowering: Lowering, chain: MemberExpression | CallExpression): Expression {
  const links: Link[] = []
  const nodes: Place[] = []
  let at: SourceExpression = chain
  while (at.type === 'MemberExpression' || at.type === 'CallExpression') {
    if (at.type === 'CallExpression') {
      const line = at.callee.endLine
      links.push(['(', line, at.optional, lowerItems(lowering, at.arguments)])
      nodes.push(at)
      at = at.callee
    } else {
      links.push(lowerLink(lowering, at))
      nodes.push(at.property)
      at = at.object
    }
  }
  const start = lowering.expression(at)
  links.reverse()
  if (start[0] === 'name') {
    const parts = links.map((link) => (link[0] === '.' ? link[3] : null))
    lowering.checkMembers(start[2], parts, nodes.toReversed())
  }
  return ['chain', lineOf(chain), start, links]
}

function lowerLink(lowering: Lowering, { property, computed, optional }: MemberExpression): Link {
  const line = lineOf(property)
  const name =
    !computed && property.type === 'Identifier'
      ? property.name
      : property.type === 'Literal' && typeof property.value === 'string'
        ? property.value
        : undefined
  if (name === undefined) return ['[', line, optional, lowering.expression(property)]
  checkMemberName(lowering, property, name)
  return ['.', line, optional, name]
}

/** The two sides of `of.key`, where a value is put or deleted. */
export function lowerMember(lowering: Lowering, member: MemberExpression): [of: Expression, key: Expression] {
  const link = lowerLink(lowering, member)
  const key: Expression = link[0] === '[' ? link[3] : ['value', link[1], link[0] === '.' ? link[3] : '']
  return [lowering.expression(member.object), key]
}

export function lowerItems(lowering: Lowering, items: readonly (SourceExpression | SpreadElement | null)[]): Item[] {
  return items.flatMap((item): Item[] => {
    if (!item) return []
    return item.type === 'SpreadElement'
      ? [[true, lowering.expression(item.argument)]]
      : [[false, lowering.expression(item)]]
  })
}

export function lowerNew(lowering: Lowering, node: NewExpression): Expression {
  const { callee } = node
  const name = callee.type === 'Identifier' && !lowering.declares(callee.name) ? callee.name : ''
  if (!NEW.includes(name)) {
    lowering.report(node, '“new” works only with Array, Date, Error, Map, RegExp and Set in filter code.')
  }
  return ['new', lineOf(node), name, lowerItems(lowering, node.arguments)]
}
