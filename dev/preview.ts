import { keepTime } from './start/local-site/keep-time.ts'
import { prepareSite, runWrangler, untilItAnswers } from './start/local-site/prepare-site.ts'
import { pageVars } from './settings/page-vars.ts'
import { PORT } from './settings/ports.ts'
import { readArguments } from './processes/read-arguments.ts'
import { main, run } from './processes/run.ts'
import { welcome } from './start/local-site/welcome.ts'

/** Serves the built product with `wrangler pages dev` and the data of `npm start`. `--built` skips the build. */
await main(async () => {
  const options = { built: { type: 'boolean', default: false } } as const
  const { built } = readArguments('npm run preview -- [--built]', { options }).values
  if (!built) await run(process.execPath, ['dev/build.ts'])
  const site = await prepareSite(PORT)
  const bindings = Object.entries(pageVars(site.vars)).flatMap(([name, value]) => ['--binding', `${name}=${value}`])
  runWrangler(['--cwd', 'web', 'pages', 'dev', ...bindings, '-c', 'wrangler.toml'], site)
  await untilItAnswers(site.origin)
  await keepTime(site)
  console.log(welcome(site))
})
