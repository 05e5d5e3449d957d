import { expect, test } from 'vitest'
import { runnableService } from '../format/http/runnable-service.ts'
import { pollTrigger } from '../format/poll-trigger.fixture.ts'
import { stepIo } from '../format/step-io.fixture.ts'
import { samplePost } from './post-ingredients.ts'
import { mastodon } from './service.ts'

const service = runnableService(mastodon)

test('a post that is not for everyone starts nothing', async () => {
  const posts = ['private', 'unlisted', 'direct', 'public'].map((visibility) => ({ ...samplePost, visibility }))
  const { io } = stepIo([posts])
  const page = await pollTrigger(service, 'new_post', {}, io)
  expect(page.ok && page.value.items.map(({ ingredients }) => ingredients['Visibility'])).toEqual([
    'unlisted',
    'public',
  ])
})

test('a post that its server does not find is not boosted', async () => {
  const { io, asked } = stepIo([{ accounts: [], statuses: [], hashtags: [] }])
  const call = { fields: { post: 'https://gone.example/@ada/1' }, applet_id: 1 }
  expect(await service.actions['boost']?.run(call, io)).toMatchObject({
    problem: { status: 404, sent: 'no', message: expect.stringContaining('does not find this post') },
  })
  expect(asked.map(({ address }) => new URL(address).searchParams.get('q'))).toEqual(['https://gone.example/@ada/1'])
})
