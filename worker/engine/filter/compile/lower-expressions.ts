import type { AssignmentOperator, BinaryOperator, LogicalOperator } from '../tree/operator-types.ts'
import type {
  Expression as SourceExpression,
  Literal,
  Place,
  ObjectExpression,
  UnaryExpression,
} from '../parse/source-tree.ts'
import { compilePattern } from '../regexp/pattern-program.ts'
import { PatternProblem } from '../regexp/pattern-tree.ts'
import type { Expression, ObjectField } from '../tree/filter-tree.ts'
import { checkMemberName, lowerChain, lowerItems, lowerMember, lowerNew } from './lower-chains.ts'
import { lowerFunction } from './lower-functions.ts'
import { lowerPattern } from './lower-patterns.ts'
import { lineOf, type Lowering } from './lowering.ts'

const ASSIGNED: Record<AssignmentOperator, BinaryOperator | LogicalOperator | ''> = {
  '=': '',
  '+=': '+',
  '-=': '-',
  '*=': '*',
  '/=': '/',
  '%=': '%',
  '**=': '**',
  '<<=': '<<',
  '>>=': '>>',
  '>>>=': '>>>',
  '|=': '|',
  '^=': '^',
  '&=': '&',
  '||=': '||',
  '&&=': '&&',
  '??=': '??',
}

export function lowerExpression(lowering: Lowering, node: SourceExpression): Expression {
  const line = lineOf(node)
  const lower = (expression: SourceExpression) => lowerExpression(lowering, expression)
  switch (node.type) {
    case 'Identifier':
      if (node.name === 'undefined') return ['undefined', line]
      lowering.checkName(node, node.name)
      return ['name', line, node.name]
    case 'Literal':
      return lowerLiteral(lowering, node)
    case 'TemplateLiteral':
      return ['template', line, node.texts, node.expressions.map(lower)]
    case 'ArrayExpression':
      if (node.elements.includes(null)) lowering.report(node, 'A list with gaps is not available. Write undefined.')
      return ['array', line, lowerItems(lowering, node.elements)]
    case 'ObjectExpression':
      return ['object', line, lowerFields(lowering, node)]
    case 'ArrowFunctionExpression':
      return ['arrow', line, lowerFunction(lowering, node, '')]
    case 'FunctionExpression':
      return ['arrow', line, lowerFunction(lowering, node, node.id?.name ?? '')]
    case 'UnaryExpression':
      return lowerUnary(lowering, node)
    case 'BinaryExpression':
      return ['binary', line, node.operator, lower(node.left), lower(node.right)]
    case 'LogicalExpression':
      return ['logical', line, node.operator, lower(node.left), lower(node.right)]
    case 'ConditionalExpression':
      return ['choose', line, lower(node.test), lower(node.consequent), lower(node.alternate)]
    case 'AssignmentExpression': {
      const target = lowerPattern(lowering, node.left, false)
      return ['assign', line, ASSIGNED[node.operator], target, lower(node.right)]
    }
    case 'UpdateExpression': {
      const { argument, operator, prefix } = node
      return ['update', line, operator === '++' ? 1 : -1, prefix, lowerPattern(lowering, argument, false)]
    }
    case 'MemberExpression':
    case 'CallExpression':
      return lowerChain(lowering, node)
    case 'ChainExpression':
      return lowerChain(lowering, node.expression)
    case 'NewExpression':
      return lowerNew(lowering, node)
    case 'SequenceExpression':
      return ['sequence', line, node.expressions.map(lower)]
    default:
      return node satisfies never
  }
}

function refuse(lowering: Lowering, node: Place, what: string): Expression {
  lowering.report(node, `${what} is not available in filter code.`)
  return ['undefined', lineOf(node)]
}

function lowerLiteral(lowering: Lowering, node: Literal): Expression {
  const { value, regex } = node
  const line = lineOf(node)
  if (regex) {
    checkPattern(lowering, node, regex.pattern, regex.flags)
    return ['regexp', line, regex.pattern, regex.flags]
  }
  // JSON knows no infinity.
  if (value === Infinity) return ['name', line, 'Infinity']
  return ['value', line, value]
}

function checkPattern(lowering: Lowering, node: Place, source: string, flags: string): void {
  try {
    compilePattern(source, flags)
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error
    lowering.report(node, error.message)
  }
}

function lowerFields(lowering: Lowering, { properties }: ObjectExpression): ObjectField[] {
  return properties.map((property): ObjectField => {
    if (property.type === 'SpreadElement') return [null, lowering.expression(property.argument)]
    const { key, value, computed } = property
    if (value.type === 'AssignmentPattern') return [null, lowering.expression(value.right)]
    const made = lowering.expression(value)
    if (computed) return [lowering.expression(key), made]
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
    checkMemberName(lowering, key, name)
    return [name, made]
  })
}

function lowerUnary(lowering: Lowering, node: UnaryExpression): Expression {
  const { argument, operator } = node
  const line = lineOf(node)
  switch (operator) {
    case 'typeof':
      // Of a name that may not exist, `typeof` may be asked.
      if (argument.type === 'Identifier') return ['typeof', line, ['name', line, argument.name]]
      return ['typeof', line, lowering.expression(argument)]
    case 'delete':
      if (argument.type !== 'MemberExpression') return refuse(lowering, node, '“delete” of this')
      return ['delete', line, ...lowerMember(lowering, argument)]
    default:
      return ['unary', line, operator, lowering.expression(argument)]
  }
}
