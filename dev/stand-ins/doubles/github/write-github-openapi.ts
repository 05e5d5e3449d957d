import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main, ROOT } from '../../../processes/run.ts'
import { fromPackage } from '../../../published-data/from-package.ts'
import { excerptOpenApi } from './excerpt-openapi.ts'

/** Not among our packages: it has 385 MB, of which we need 1 MB. */
const PACKAGE = '@octokit/openapi@23.0.2'

/** Writes the excerpt of GitHub's OpenAPI description from the package in which GitHub publishes it. */
await main(async () => {
  const published = await fromPackage(PACKAGE, (folder) =>
    readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8'),
  )
  const excerpt = excerptOpenApi(JSON.parse(published))
  const text = JSON.stringify({ package: PACKAGE, ...excerpt })
  writeFileSync(join(ROOT, 'dev/stand-ins/doubles/github/github-openapi.json'), `${text}\n`)
  console.log(`${Object.keys(excerpt.paths).length} paths, ${text.length} bytes`)
})
