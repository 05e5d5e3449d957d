import type {
  BlockStatement,
  CatchClause,
  ForEachStatement,
  ForStatement,
  IfStatement,
  Statement as SourceStatement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
} from '../parse/source-tree.ts'
import type { Expression, Pattern, Statement } from '../tree/filter-tree.ts'
import { blockNames, declaredBy, namesOf } from './names-in-scope.ts'
import { lowerBody } from './lower-body.ts'
import { lowerFunction } from './lower-functions.ts'
import { lowerPattern } from './lower-patterns.ts'
import { lineOf, type Lowering } from './lowering.ts'

export function lowerStatement(lowering: Lowering, node: SourceStatement): Statement {
  const line = lineOf(node)
  switch (node.type) {
    case 'ExpressionStatement':
      return ['do', line, lowering.expression(node.expression)]
    case 'VariableDeclaration':
      return lowerDeclaration(lowering, node)
    case 'FunctionDeclaration':
      return ['function', line, lowerFunction(lowering, node, node.id.name)]
    case 'BlockStatement':
      return lowerBlock(lowering, node)
    case 'EmptyStatement':
      return ['block', line, [], []]
    case 'IfStatement':
      return lowerIf(lowering, node)
    case 'ForStatement':
      return lowerFor(lowering, node)
    case 'ForOfStatement':
      return lowerEach(lowering, node, 'values')
    case 'ForInStatement':
      return lowerEach(lowering, node, 'keys')
    case 'WhileStatement':
    case 'DoWhileStatement': {
      const body = lowerStatement(lowering, node.body)
      return ['while', line, lowering.expression(node.test), body, node.type === 'WhileStatement']
    }
    case 'SwitchStatement':
      return lowerSwitch(lowering, node)
    case 'ReturnStatement':
      return ['return', line, node.argument ? lowering.expression(node.argument) : null]
    case 'ThrowStatement':
      return ['throw', line, lowering.expression(node.argument)]
    case 'TryStatement':
      return lowerTry(lowering, node)
    case 'BreakStatement':
      return ['break', line]
    case 'ContinueStatement':
      return ['continue', line]
    default:
      return node satisfies never
  }
}

function lowerDeclaration(lowering: Lowering, node: VariableDeclaration): Statement {
  const declared = node.declarations.map(({ id, init }): [Pattern, Expression | null] => [
    lowerPattern(lowering, id, true),
    init ? lowering.expression(init) : null,
  ])
  return ['declare', lineOf(node), node.kind, declared]
}

function lowerBlock(lowering: Lowering, node: BlockStatement): Statement {
  const names = blockNames(node.body)
  return ['block', lineOf(node), names, lowering.within(names, () => lowerBody(lowering, node.body))]
}

/** `else if` after `else if` is one statement with several cases. */
function lowerIf(lowering: Lowering, node: IfStatement): Statement {
  const cases: [Expression, Statement][] = []
  let at: SourceStatement | null | undefined = node
  for (; at?.type === 'IfStatement'; at = at.alternate) {
    cases.push([lowering.expression(at.test), lowerStatement(lowering, at.consequent)])
  }
  return ['if', lineOf(node), cases, at ? lowerStatement(lowering, at) : null]
}

function lexicalNames(node: ForStatement['init'] | ForEachStatement['left']): string[] {
  return node?.type === 'VariableDeclaration' && node.kind !== 'var' ? declaredBy(node) : []
}

function lowerFor(lowering: Lowering, node: ForStatement): Statement {
  const { init, test, update, body } = node
  const names = lexicalNames(init)
  return lowering.within(names, () => {
    const start: Statement | null = !init
      ? null
      : init.type === 'VariableDeclaration'
        ? lowerDeclaration(lowering, init)
        : ['do', lineOf(init), lowering.expression(init)]
    const tested = test ? lowering.expression(test) : null
    const updated = update ? lowering.expression(update) : null
    return ['for', lineOf(node), names, start, tested, updated, lowerStatement(lowering, body)]
  })
}

function lowerEach(lowering: Lowering, node: ForEachStatement, over: 'values' | 'keys'): Statement {
  const { left, right, body } = node
  const declares = left.type === 'VariableDeclaration'
  const names = lexicalNames(left)
  return lowering.within(names, () => {
    const [first] = declares ? left.declarations : []
    const pattern = declares ? first?.id : left
    const target: Pattern = pattern ? lowerPattern(lowering, pattern, declares) : ['to-name', lineOf(node), '']
    const how = declares ? left.kind : null
    const source = lowering.expression(right)
    return ['each', lineOf(node), names, over, how, target, source, lowerStatement(lowering, body)]
  })
}

function lowerSwitch(lowering: Lowering, node: SwitchStatement): Statement {
  const subject = lowering.expression(node.discriminant)
  const names = node.cases.flatMap(({ consequent }) => blockNames(consequent))
  const cases = lowering.within(names, () =>
    node.cases.map(({ test, consequent }): [Expression | null, Statement[]] => [
      test ? lowering.expression(test) : null,
      lowerBody(lowering, consequent),
    ]),
  )
  return ['switch', lineOf(node), names, subject, cases]
}

function lowerTry(lowering: Lowering, node: TryStatement): Statement {
  const { block, handler, finalizer } = node
  const body = lowerBlock(lowering, block)
  const caught = handler ? lowerCatch(lowering, handler) : null
  return ['try', lineOf(node), body, caught, finalizer ? lowerBlock(lowering, finalizer) : null]
}

function lowerCatch(lowering: Lowering, { param, body }: CatchClause): [names: string[], Pattern | null, Statement] {
  const names = param ? namesOf(param) : []
  return lowering.within(names, () => [
    names,
    param ? lowerPattern(lowering, param, true) : null,
    lowerBlock(lowering, body),
  ])
}
