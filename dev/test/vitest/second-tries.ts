import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { ROOT } from '../../processes/run.ts'

export const SECOND_TRIES = 'out/second-tries.json'

/** Writes down which tests passed only when they were tried again. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) =>
        test.diagnostic()?.flaky ? [`${module.relativeModuleId} › ${test.fullName}`] : [],
      ),
    )
    writeFileSync(join(ROOT, SECOND_TRIES), JSON.stringify(names))
  }
}
