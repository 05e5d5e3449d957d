import { randomUUID } from 'node:crypto'
import type {
  BotUserObjectResponse,
  DataSourceObjectResponse,
  PageObjectResponse,
  ParagraphBlockObjectResponse,
  RichTextItemResponse,
  UserObjectResponse,
} from '@notionhq/client'
import { BOT, OWNER, type NotionDatabase, type NotionPage, type PropertyType } from './notion-state.ts'

const PLAIN = {
  bold: false,
  italic: false,
  strikethrough: false,
  underline: false,
  code: false,
  color: 'default',
} as const
const by = { object: 'user', id: BOT } as const

function richTextObject(content: string): RichTextItemResponse {
  return { type: 'text', text: { content, link: null }, annotations: PLAIN, plain_text: content, href: null }
}

function textOf(content: string): RichTextItemResponse[] {
  return content === '' ? [] : [richTextObject(content)]
}

export function selfObject(): UserObjectResponse {
  const person = { id: OWNER, object: 'user', name: 'Ada', avatar_url: null, type: 'person' } as const
  const bot: BotUserObjectResponse['bot'] = {
    owner: { type: 'user', user: { ...person, person: { email: 'ada@notion.example' } } },
    workspace_id: 'f00f0000-0000-4000-8000-000000000003',
    workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
    workspace_name: 'Ada’s garden',
  }
  return { object: 'user', id: BOT, name: 'Switchyard', avatar_url: null, type: 'bot', bot }
}

export function dataSourceObject({ id, title, schema }: NotionDatabase): DataSourceObjectResponse {
  const time = '2026-01-01T00:00:00.000Z'
  return {
    object: 'data_source',
    id,
    title: textOf(title),
    description: [],
    parent: { type: 'database_id', database_id: `da${id.slice(2)}` },
    database_parent: { type: 'workspace', workspace: true },
    is_inline: false,
    in_trash: false,
    archived: false,
    created_time: time,
    last_edited_time: time,
    created_by: by,
    last_edited_by: by,
    properties: Object.fromEntries(Object.entries(schema).map(([name, type]) => [name, propertyConfig(name, type)])),
    icon: null,
    cover: null,
    url: `https://www.notion.so/${id.replaceAll('-', '')}`,
    public_url: null,
  }
}

type Config = DataSourceObjectResponse['properties'][string]

function propertyConfig(name: string, type: PropertyType): Config {
  const named = { id: type === 'title' ? 'title' : name.toLowerCase().slice(0, 4), name, description: null }
  switch (type) {
    case 'title':
      return { ...named, type, title: {} }
    case 'rich_text':
      return { ...named, type, rich_text: {} }
    case 'number':
      return { ...named, type, number: { format: 'number' } }
    case 'select':
      return { ...named, type, select: { options: [] } }
    case 'checkbox':
      return { ...named, type, checkbox: {} }
    case 'date':
      return { ...named, type, date: {} }
  }
}

export function pageObject(page: NotionPage, database: NotionDatabase | undefined): PageObjectResponse {
  const schema = database?.schema ?? { title: 'title' as const }
  const slug = page.title.replaceAll(/\W+/g, '-')
  return {
    object: 'page',
    id: page.id,
    created_time: new Date(page.created).toISOString(),
    last_edited_time: new Date(page.edited).toISOString(),
    in_trash: false,
    archived: false,
    is_archived: false,
    is_locked: false,
    url: `https://www.notion.so/${slug}-${page.id.replaceAll('-', '')}`,
    public_url: null,
    parent: database
      ? { type: 'data_source_id', data_source_id: database.id, database_id: `da${database.id.slice(2)}` }
      : { type: 'workspace', workspace: true },
    properties: Object.fromEntries(
      Object.entries(schema).map(([name, type]) => [name, propertyValue(page, name, type)]),
    ),
    icon: null,
    cover: null,
    created_by: by,
    last_edited_by: by,
  }
}

type Value = PageObjectResponse['properties'][string]

function propertyValue({ title, values }: NotionPage, name: string, type: PropertyType): Value {
  const id = type === 'title' ? 'title' : name.toLowerCase().slice(0, 4)
  const value = values[name]
  switch (type) {
    case 'title':
      return { id, type, title: textOf(title) }
    case 'rich_text':
      return { id, type, rich_text: textOf(String(value ?? '')) }
    case 'number':
      return { id, type, number: typeof value === 'number' ? value : null }
    case 'select':
      return {
        id,
        type,
        select: value === undefined ? null : { id: `o-${value}`, name: String(value), color: 'default' },
      }
    case 'checkbox':
      return { id, type, checkbox: value === true }
    case 'date':
      return { id, type, date: value === undefined ? null : { start: String(value), end: null, time_zone: null } }
  }
}

export function paragraphObject(page: NotionPage, text: string): ParagraphBlockObjectResponse {
  const time = new Date(page.edited).toISOString()
  return {
    object: 'block',
    id: randomUUID(),
    type: 'paragraph',
    paragraph: { rich_text: textOf(text), color: 'default', icon: null },
    parent: { type: 'page_id', page_id: page.id },
    created_time: time,
    created_by: by,
    last_edited_time: time,
    last_edited_by: by,
    has_children: false,
    in_trash: false,
    archived: false,
  }
}
