import { defineService, field, ingredient } from '../format/define-service.ts'
import { checkSite, followSite, siteSource } from './watch-site.ts'

const address = field('address', 'Website', 'url', { hint: 'A page that everyone can open.' })
const ingredients = (status: string, reason: string) => [
  ingredient('Address', 'Web address', 'url', 'https://site.test/'),
  ingredient('Status', 'Status', 'number', status),
  ingredient('Reason', 'What it answered', 'text', reason),
  ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T12:00:00.000Z'),
]
const sample = { fields: { address: 'https://site.test/' }, answer: '<p>Open from nine to five.</p>' }
const before = { up: true, failed_at: null, hash: 'another', since: 0 }

export const siteWatch = defineService({
  id: 'site_watch',
  name: 'Site watch',
  short_name: 'Site Watch',
  description: 'Tells you when a site goes down, comes back, or changes its text.',
  keywords: ['website', 'server', 'page'],
  category: 'tools',
  color: '#b91c1c',
  popularity: 56,
  hosts: [],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'down',
      name: 'Site goes down',
      description: 'Starts when a page fails two checks in a row, a minute apart.',
      phrase: 'a site goes down',
      sentence: '{{fields.address}} goes down',
      fields: [address],
      ingredients: ingredients('503', 'It answered 503.'),
    },
    {
      slug: 'up',
      name: 'Site comes back',
      description: 'Starts when a page that was down answers again.',
      phrase: 'a site comes back',
      sentence: '{{fields.address}} comes back',
      fields: [address],
      ingredients: ingredients('200', 'It answered 200.'),
    },
    {
      slug: 'changed',
      name: 'Site changes',
      description: "Starts when a page's text is another than before.",
      phrase: 'the text of a site changes',
      sentence: 'the text of {{fields.address}} changes',
      fields: [address],
      ingredients: ingredients('200', 'It answered 200.'),
    },
  ],
  queries: [
    {
      slug: 'status',
      name: 'Site status',
      description: 'Looks whether a page answers now.',
      phrase: 'the status of a site',
      sentence: 'the status of {{fields.address}}',
      fields: [address],
      ingredients: [
        ingredient('Up', 'Whether it is up', 'text', 'yes'),
        ingredient('Status', 'Status', 'number', '200'),
        ingredient('Reason', 'What it answered', 'text', 'It answered 200.'),
      ],
    },
  ],
  samples: {
    triggers: {
      down: { ...sample, status: 503, state: JSON.stringify({ ...before, failed_at: 1 }) },
      up: { ...sample, state: JSON.stringify({ ...before, up: false }) },
      changed: { ...sample, state: JSON.stringify(before) },
    },
    queries: {
      status: sample,
    },
  },
  code: {
    sources: { site: siteSource },
    triggers: {
      down: { source: followSite('down') },
      up: { source: followSite('up') },
      changed: { source: followSite('changed') },
    },
    queries: {
      status: async ({ fields }, io) => {
        const outcome = await checkSite(fields['address'] ?? '', io)
        if (!outcome.ok) return outcome
        const { up, status, reason } = outcome.value
        return { ok: true, value: [{ Up: up ? 'yes' : 'no', Status: status, Reason: reason }] }
      },
    },
  },
})
