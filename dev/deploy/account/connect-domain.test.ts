import { expect, onTestFinished, test } from 'vitest'
import { startCloudflare, TOKEN } from '../../stand-ins/cloudflare/start-cloudflare.ts'
import { openAccount } from './cloudflare-api.ts'
import { connectDomain, findHostOwner, originAtPages } from './connect-domain.ts'

async function aProject() {
  const cloudflare = await startCloudflare()
  onTestFinished(cloudflare.close)
  const account = await openAccount({ CLOUDFLARE_API_BASE_URL: cloudflare.base, CLOUDFLARE_API_TOKEN: TOKEN })
  await account.post('pages/projects', { name: 'switchyard', production_branch: 'main' })
  const connect = async (host: string) => {
    const said: string[] = []
    const domains = await account.get<{ name: string; status: string }[]>('pages/projects/switchyard/domains')
    const pages = { subdomain: 'switchyard.pages.dev', domains }
    const isActive = await connectDomain(account, 'switchyard', pages, host, (line) => said.push(line))
    return { isActive, said: said.join('\n') }
  }
  return { cloudflare, account, connect }
}

test('connects the domain of the site once', async () => {
  const { cloudflare, connect } = await aProject()
  for (let time = 0; time < 2; time += 1) {
    const { isActive, said } = await connect('applets.test')
    expect(isActive).toBe(false)
    expect(said).toContain('add a record CNAME applets.test → switchyard.pages.dev')
  }
  expect(cloudflare.account.made).toEqual(['pages switchyard', 'domain applets.test'])
})

test('connects a domain whose first answer was lost', async () => {
  const { cloudflare, connect } = await aProject()
  let isFirst = true
  cloudflare.setFault((_, { method }) => {
    const isLost = method === 'POST' && isFirst
    if (isLost) isFirst = false
    return isLost ? 'lost' : null
  })
  expect((await connect('applets.test')).said).toContain('is pending')
})

test('says which domain Cloudflare does not take', async () => {
  const { connect } = await aProject()
  await expect(connect('localhost')).rejects.toThrow('does not take the domain localhost')
})

test('finds who else has the domain', async () => {
  const { cloudflare, account } = await aProject()
  cloudflare.account.domains.push({ hostname: 'shop.test', service: 'shop' })
  await account.post('pages/projects/switchyard/domains', { name: 'applets.test' })
  expect(await findHostOwner(account, 'shop.test', 'switchyard')).toBe('the Worker shop')
  expect(await findHostOwner(account, 'applets.test', 'other')).toBe('the Pages project switchyard')
  expect(await findHostOwner(account, 'applets.test', 'switchyard')).toBeNull()
})

test('takes the subdomain that Pages gave instead of a taken one', () => {
  const chosen = 'https://switchyard.pages.dev'
  expect(originAtPages(chosen, 'switchyard', 'switchyard-6hq.pages.dev')).toBe('https://switchyard-6hq.pages.dev')
  expect(originAtPages('https://applets.test', 'switchyard', 'switchyard-6hq.pages.dev')).toBe('https://applets.test')
})
