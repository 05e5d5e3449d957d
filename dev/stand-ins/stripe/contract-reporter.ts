import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { describeFact } from './describe-fact.ts'

/** Prints each fact of the contract as "holds" or "differs", first at the stand-in, then at Stripe. */
export class ContractReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      if (!module.moduleId.endsWith('contract.test.ts')) continue
      for (const suite of module.children.suites()) {
        console.log(`\nContract facts, asked of: ${suite.name}`)
        const asked = [...suite.children.tests()].filter((fact) => fact.result().state !== 'skipped')
        for (const fact of asked) console.log(describeFact(toFinding(fact)))
        if (asked.length === 0) console.log('Not asked: set STRIPE_TEST_SECRET_KEY to a test key of your account.')
      }
    }
  }
}

function toFinding(fact: TestCase) {
  const { state, errors = [] } = fact.result()
  const [error] = errors
  return {
    name: fact.name,
    assumes: fact.annotations().find(({ type }) => type === 'assumed')?.message,
    differs:
      state === 'passed'
        ? null
        : { message: error?.message ?? state, expected: error?.expected, actual: error?.actual },
  }
}
