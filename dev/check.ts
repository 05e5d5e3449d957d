import { readNoArguments } from './processes/read-arguments.ts'
import { main, run } from './processes/run.ts'

/** Runs every check that does not need the running product: format, lint, types, those of dev/check, build, budgets, licenses. */
await main(async () => {
  readNoArguments('npm run check')
  // The build says nothing where nothing is wrong.
  await Promise.all([run(process.execPath, ['dev/build.ts']), checkSource()])
  await run(process.execPath, ['dev/check/budgets/check-budgets.ts'])
  await run(process.execPath, ['dev/check/licenses/check-licenses.ts'])
  await run(process.execPath, ['dev/check/documents/requirements.ts', '--quiet'])
})

async function checkSource(): Promise<void> {
  await run('oxfmt', ['--check', '.'])
  await run('oxlint', ['--deny-warnings'])
  await run('tsc', ['-b'])
  await run('vitest', ['run', '--project=dev', 'dev/check'])
}
