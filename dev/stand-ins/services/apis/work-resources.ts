import * as z from 'zod/mini'
import type { AccountStore } from '../data/account-store.ts'
import type { Item } from '../data/sample-data.ts'
import { is, someText } from './resource.ts'
import type { Resource } from './resource.ts'
import { summarize } from './summarize.ts'

const values = z.array(z.string()).check(z.minLength(1), z.maxLength(100))
const contains = (item: Item, value: string) =>
  JSON.stringify(item['values']).toLowerCase().includes(value.toLowerCase())

/** Code, spreadsheets, words and tasks. */
export const workResources: Record<string, Resource[]> = {
  octoforge: [
    {
      path: 'repos',
      read: 'repos:read',
      label: 'full_name',
      order: 'fixed',
      child: {
        path: 'issues',
        read: 'issues:read',
        filters: { state: is('state') },
        create: {
          scope: 'issues:write',
          body: z.object({ title: someText, body: z.optional(z.string()) }),
          complete: ({ body }, { store, parent }) => {
            const number = store.list(`repos/${parent}/issues`).length + 1
            const url = `${store.find('repos', parent ?? '')?.['url']}/issues/${number}`
            return { body: body ?? '', number, url, state: 'open', from: login(store) }
          },
        },
      },
    },
    { path: 'starred', read: 'repos:read' },
    { path: 'releases', read: 'repos:read' },
  ],
  sheetly: [
    {
      path: 'spreadsheets',
      read: 'sheets:read',
      label: 'title',
      order: 'fixed',
      child: {
        path: 'rows',
        read: 'sheets:read',
        filters: { text: contains },
        create: {
          scope: 'sheets:write',
          body: z.object({ values }),
          complete: (_, { store, parent }) => rowPlace(store, parent ?? ''),
        },
      },
    },
    {
      // Adds to the spreadsheet of this title, and creates it if there is none.
      path: 'named_rows',
      read: 'sheets:read',
      create: {
        scope: 'sheets:write',
        body: z.object({ title: someText, values }),
        complete: ({ title }, { store }) => {
          const sheet =
            store.list('spreadsheets').find((each) => each['title'] === title) ?? store.add('spreadsheets', { title })
          return { spreadsheet_id: sheet.id, ...rowPlace(store, sheet.id) }
        },
        effect: ({ spreadsheet_id, title: _title, request_id, ...row }, { store }) => {
          store.add(`spreadsheets/${spreadsheet_id}/rows`, row, request_id === null ? null : String(request_id))
        },
      },
    },
  ],
  chirp: [
    {
      path: 'posts',
      read: 'posts:read',
      create: {
        scope: 'posts:write',
        body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(280)) }),
        honorsKeys: false,
        complete: (_, { store }) => ({
          url: `https://chirp.test/${login(store)}/${store.list('posts').length + 1}`,
        }),
      },
    },
    {
      path: 'mentions',
      read: 'posts:read',
      filters: { since: (item, value) => String(item['created_at']) >= value },
    },
  ],
  parley: [
    {
      path: 'channels',
      read: 'channels:read',
      label: 'name',
      order: 'fixed',
      child: {
        path: 'messages',
        read: 'channels:read',
        create: {
          scope: 'messages:write',
          body: z.object({ text: someText }),
          complete: (_, { store, parent }) => ({
            from: login(store),
            url: `https://parley.test/${parent}/${store.list(`channels/${parent}/messages`).length + 1}`,
          }),
        },
      },
    },
  ],
  taskpile: [
    {
      path: 'lists',
      read: 'tasks:read',
      label: 'name',
      order: 'fixed',
      child: {
        path: 'tasks',
        read: 'tasks:read',
        filters: { done: is('done') },
        create: {
          scope: 'tasks:write',
          body: z.object({ title: someText, note: z.optional(z.string()), due: z.optional(z.iso.date()) }),
          complete: ({ note }, { store, parent }) => ({
            note: note ?? '',
            list: store.find('lists', parent ?? '')?.['name'],
            done: false,
          }),
        },
      },
    },
    { path: 'done_tasks', read: 'tasks:read' },
  ],
  digestly: [
    {
      path: 'briefing',
      read: 'summarise',
      create: {
        scope: 'summarise',
        body: z.object({ text: someText }),
        complete: ({ text: article }) => ({ summary: summarize(String(article), 2) }),
      },
    },
  ],
}

function login({ accountId }: AccountStore): string {
  return accountId.slice(accountId.indexOf('-') + 1)
}

function rowPlace(store: AccountStore, spreadsheet: string) {
  const row = store.list(`spreadsheets/${spreadsheet}/rows`).length + 1
  return { row, url: `https://sheetly.test/${spreadsheet}#row=${row}` }
}
