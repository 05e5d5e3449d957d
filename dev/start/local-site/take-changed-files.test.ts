import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { writeNewService } from '../../service/new-service.ts'
import { takeChangedFiles } from './take-changed-files.ts'

/** A site whose module names its services, and whose files in services/ are watched. */
async function watchedSite() {
  const root = temporaryFolder()
  mkdirSync(join(root, 'worker/services'), { recursive: true })
  await writeNewService('acme', undefined, root)
  const file = join(root, 'services/acme.json')
  const [said, taken, fields] = [[] as string[], [] as string[], [] as string[]]
  const take = async ({ name, actions = [] }: ServiceDefinition) => {
    taken.push(name)
    fields.push(...actions.flatMap((action) => action.fields?.map(({ slug }) => slug) ?? []))
  }
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: { usePolling: true, interval: 20 } },
    plugins: [takeChangedFiles({ root, take, say: (text) => void said.push(text) })],
  })
  onTestFinished(() => server.close())
  const names = async () => {
    const module = await server.ssrLoadModule('/worker/services/json-services.ts')
    return (module['serviceFiles'] as ServiceDefinition[]).map(({ name }) => name)
  }
  expect(await names()).toEqual(['Acme'])
  // What changes before it is watched is not seen.
  await vi.waitFor(() => expect(server.watcher.getWatched()[join(root, 'services')]).toContain('acme.json'))
  const change = async (from: string, to: string) => {
    // The watcher tells of one change of a file in 50 ms.
    await setTimeout(60)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to))
  }
  return { root, change, names, taken, fields, said: () => said.join('\n') }
}

test('a change of a file is taken when it is right', async () => {
  const { change, names, taken, said } = await watchedSite()
  await change('"Acme"', '"Apex"')
  await vi.waitFor(async () => expect(await names()).toEqual(['Apex']), 20_000)
  expect(taken).toEqual(['Apex'])
  expect(said()).toBe('acme.json has changed, and the site has taken it.\n')
  await change('"Apex"', '7')
  await vi.waitFor(() => expect(said()).toContain('acme.json is wrong. The file from before goes on.'), 20_000)
  expect(said()).toMatch(/acme\.json:4 name: must be a text\./)
  expect(await names()).toEqual(['Apex'])
  await change(': 7,', ': "Acre",')
  await vi.waitFor(async () => expect(await names()).toEqual(['Acre']), 20_000)
  expect(taken).toEqual(['Apex', 'Acre'])
})

test('a changed file is taken with what its steps share', async () => {
  const { change, fields, said } = await watchedSite()
  await change('{ "slug": "box", "label": "Box ID", "type": "text" }', '"box"')
  await change(
    '"triggers": [',
    '"shared": { "fields": { "box": { "label": "Box ID", "type": "text" } } }, "triggers": [',
  )
  await vi.waitFor(() => expect(said()).toContain('the site has taken it'), 20_000)
  expect(fields).toEqual(['box', 'note'])
})

test('a new file is taken while the site runs', async () => {
  const { root, names, taken, said } = await watchedSite()
  writeFileSync(join(root, 'services/broken.json'), '{')
  await vi.waitFor(() => expect(said()).toContain('broken.json is wrong. It is not there yet.'), 20_000)
  expect(await names()).toEqual(['Acme'])
  rmSync(join(root, 'services/broken.json'))
  await writeNewService('post_box', undefined, root)
  await vi.waitFor(async () => expect(await names()).toEqual(['Acme', 'Post Box']), 20_000)
  await vi.waitFor(() => expect(taken).toEqual(['Post Box']), 20_000)
})
