import { beforeEach, describe, expect, test } from 'vitest'
import { doubleScene, type DoubleScene } from '../testing/double-scene.fixture.ts'
import { NTFY_TOKEN, type NtfyMessage } from './ntfy-double.ts'

const POST = { id: 1, kind: 'action', module_name: 'webhooks', slug: 'make_request', account_id: null } as const

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('ntfy')
})

function connect(topic: string, more: Record<string, string> = {}) {
  return scene.connect({ server: scene.address, topic, ...more })
}

async function connected(fields: Record<string, string> = { message: '{{Value1}}', priority: '3' }): Promise<void> {
  await connect('backups')
  scene.enable({ action: 'publish', fields })
}

/** Reads the messages that the server keeps of a topic, oldest first. */
async function kept(topic = 'backups'): Promise<NtfyMessage[]> {
  const headers = { authorization: `Bearer ${NTFY_TOKEN}` }
  const text = await (await fetch(`${scene.address}/${topic}/json?poll=1&since=all`, { headers })).text()
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

/** Somebody publishes, as curl does. */
async function publish(body: Partial<NtfyMessage> & { attach?: string }): Promise<void> {
  await fetch(scene.address, { method: 'POST', body: JSON.stringify({ topic: 'backups', ...body }) })
}

describe('connecting ntfy', () => {
  test('asks whether the topic can be read, and publishes nothing', async () => {
    const { host } = new URL(scene.address)
    expect(await connect('backups')).toEqual({
      ok: true,
      value: { id: `${host}/backups`, name: `backups on ${host}` },
    })
    expect(await kept()).toEqual([])
  })

  test('opens a protected topic with a token', async () => {
    expect(await connect('private', { token: NTFY_TOKEN })).toMatchObject({ ok: true })
    expect(await connect('private')).toMatchObject({ problem: { attribute: 'token', message: /is protected/ } })
    expect(await connect('private', { token: 'tk_another' })).toMatchObject({ problem: { attribute: 'token' } })
  })

  test('refuses a topic that cannot be one, and a private server', async () => {
    await expect(connect('a topic')).rejects.toMatchObject({ detail: { attribute: 'topic' } })
    await expect(scene.connect({ server: 'https://10.0.0.1', topic: 'a' })).rejects.toMatchObject({
      message: 'Enter a public https address.',
    })
  })

  test('says that a server is not one of ntfy', async () => {
    expect(await scene.connect({ server: `${scene.services.origin}/slack`, topic: 'a' })).toMatchObject({ ok: false })
  })
})

describe('a notification through ntfy', () => {
  test('goes from trigger to topic with all that was asked for', async () => {
    await connected({
      message: 'Backup: {{Value1}}',
      title: 'db-1',
      priority: '5',
      tags: 'warning, server',
      click: 'https://backup.example',
      attach: 'https://backup.example/log.txt',
    })
    expect(await scene.send('done')).toBe('done')
    expect(await kept()).toMatchObject([
      {
        message: 'Backup: done',
        title: 'db-1',
        priority: 5,
        tags: ['warning', 'server'],
        click: 'https://backup.example',
        attachment: { url: 'https://backup.example/log.txt' },
      },
    ])
  })

  test('is cut to what ntfy shows as a message', async () => {
    await connected()
    await scene.send('ü'.repeat(3000))
    const [message] = await kept()
    expect(message?.message).toMatch(/ü…$/)
    expect(new TextEncoder().encode(message?.message).length).toBeLessThanOrEqual(4096)
  })

  test('to a topic that may only be read says so', async () => {
    await connect('readonly', { token: NTFY_TOKEN })
    scene.enable({ action: 'publish', fields: { message: 'tea', priority: '3' } })
    expect(await scene.send('tea', 3_600_000)).toBe('failed')
    expect(scene.page()?.message).toContain('does not let this connection write')
    expect(scene.account.isBroken).toBe(false)
  })
})

describe('a message in the topic', () => {
  async function following(body = '{{Title}}: {{Message}} {{Priority}}'): Promise<void> {
    await connect('backups')
    const fields = { url: `${scene.services.origin}/teams/seen`, method: 'POST', body }
    scene.enable({ trigger: 'new_message', fields: {}, actions: [{ ...POST, fields }] })
    await scene.pass(1000)
  }
  /** Lists the bodies that the Applet's action sent. */
  const bodies = () => scene.services.control.asked('teams').map(({ body }) => body)

  test('starts an Applet once, oldest first, and what was there does not', async () => {
    await publish({ message: 'old' })
    await following()
    await publish({ message: 'first', title: 'db-1', priority: 4 })
    await publish({ message: 'second' })
    await scene.pass(600_000)
    expect(scene.runs()).toHaveLength(2)
    expect(bodies()).toEqual(expect.arrayContaining(['db-1: first 4', ': second 3']))
  })

  test('tells its tags, link, attachment and time', async () => {
    await following('{{Tags}} {{ClickUrl}} {{AttachmentUrl}} {{SentAt}}')
    const [click, attach] = ['https://backup.example', 'https://backup.example/log.txt']
    await publish({ message: 'done', tags: ['warning', 'server'], click, attach })
    const [{ time = 0 } = {}] = await kept()
    await scene.pass(600_000)
    expect(bodies()[0]).toBe(`warning, server ${click} ${attach} ${new Date(time * 1000).toISOString()}`)
  })

  test('is asked for only since the newest known one', async () => {
    await publish({ message: 'old' })
    await following()
    await scene.pass(3_600_000)
    const asked = scene.exchanges.map(({ address }) => new URL(address).searchParams.get('since'))
    expect(asked.slice(0, 3)).toEqual([null, 'all', 'm00000000001'])
  })

  test('is not lost while the server is down', async () => {
    await following()
    scene.services.control.addFault('ntfy', { kind: 'status', status: 503, seconds: 600 })
    await scene.pass(300_000)
    scene.services.control.clearFaults()
    await publish({ message: 'while it was down' })
    await scene.pass(3_600_000)
    expect(scene.runs()).toHaveLength(1)
  })
})
