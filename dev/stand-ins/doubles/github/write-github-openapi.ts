import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, ROOT, run } from '../../../processes/run.ts'
import { excerptOpenApi } from './excerpt-openapi.ts'

/** Not among our packages: it has 385 MB, of which we need 1 MB. */
const PACKAGE = '@octokit/openapi@23.0.2'

/** Writes the excerpt of GitHub's OpenAPI description from the package in which GitHub publishes it. */
await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'github-openapi-'))
  await run('npm', ['install', '--no-save', '--loglevel=error', '--prefix', folder, PACKAGE])
  const file = join(folder, 'node_modules/@octokit/openapi/generated/api.github.com.json')
  const excerpt = excerptOpenApi(JSON.parse(readFileSync(file, 'utf8')))
  const text = JSON.stringify({ package: PACKAGE, ...excerpt })
  writeFileSync(join(ROOT, 'dev/stand-ins/doubles/github/github-openapi.json'), `${text}\n`)
  rmSync(folder, { recursive: true })
  console.log(`${Object.keys(excerpt.paths).length} paths, ${text.length} bytes`)
})
