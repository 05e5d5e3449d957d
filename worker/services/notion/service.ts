import { defineService, field, optionalField } from '../format/define-service.ts'
import { NOTION } from './notion-api.ts'
import { editedPages, examplePage, foundPages, newPages, pageIngredients } from './page-ingredients.ts'
import { addPage, appendText } from './write-page.ts'

/** The things of a kind that the user has shared with us, by title. */
const shared = (kind: 'data_source' | 'page', title: string) => ({
  hint: 'Only what you have shared with us is listed.',
  options: {
    post: '/v1/search',
    json: { filter: { property: 'object', value: kind }, page_size: 100, start_cursor: '{{next}}' },
    items: '$.results',
    value: '$.id',
    label: `{{${title}[+].plain_text | default: "Untitled"}}`,
    next: '$.next_cursor',
  },
})
const database = field('database', 'Database', 'select', shared('data_source', '$.title'))
const page = field('page', 'Page', 'select', shared('page', '$.properties[type=title].title'))

const query = '/v1/data_sources/{{fields.database}}/query'
/** Pages of a database by one of their times, the newest first. */
const pagesBy = (timestamp: 'created_time' | 'last_edited_time') => ({
  request: {
    post: query,
    json: { sorts: [{ timestamp, direction: 'descending' }], page_size: 50, start_cursor: '{{next}}' },
  },
  items: '$.results',
  at: `$.${timestamp}`,
  next: '$.next_cursor',
})
const children = { $parse: '{{values.children}}' }

const listAnswer = { object: 'list', results: [examplePage], next_cursor: null, has_more: false }
const richText = (content: string) => [{ type: 'text', text: { content } }]
const paragraph = (text: string) => ({ object: 'block', type: 'paragraph', paragraph: { rich_text: richText(text) } })
const pageText = { hint: 'An empty line begins a new paragraph.' }

export const notion = defineService({
  ...NOTION,
  description: 'Your workspace: react to new and edited pages of a database, and add pages and text.',
  category: 'documents',
  color: '#191919',
  popularity: 90,
  terms_url: 'https://www.notion.com/terms',
  limit: { calls: 3, per: 1 },
  connect: {
    kind: 'oauth2',
    authorize_url: '/v1/oauth/authorize',
    token_url: '/v1/oauth/token',
    revoke_url: '/v1/oauth/revoke',
    scopes: '',
    register_url: 'https://www.notion.so/profile/integrations',
    authorize_params: { owner: 'user' },
    token_request: 'json',
    // Each workspace that a user lets us into is an account of its own, with a bot for its id.
    account: {
      get: '/v1/users/me',
      id: '$.id',
      name: ['$.bot.workspace_name', '$.bot.owner.user.person.email', '$.name', 'Notion'],
    },
  },
  triggers: [
    {
      slug: 'new_page',
      name: 'New page in a database',
      description: 'Starts when a page is added to a database.',
      phrase: 'a page is added to a database',
      sentence: 'a page is added to {{fields.database}}',
      fields: [database],
      ...pagesBy('created_time'),
      id: '$.id',
      ingredients: pageIngredients,
    },
    {
      slug: 'page_updated',
      name: 'Page updated',
      description: 'Starts when a page of a database is edited, once a minute at most.',
      phrase: 'a page of a database is edited',
      sentence: 'a page in {{fields.database}} is edited',
      fields: [database],
      ...pagesBy('last_edited_time'),
      id: ['$.id', '$.last_edited_time'],
      ingredients: pageIngredients,
    },
  ],
  queries: [
    {
      slug: 'find_pages',
      name: 'Find pages',
      description: 'Looks up pages of a database by their title, the last edited first.',
      phrase: 'pages of a database',
      sentence: 'pages in {{fields.database}}',
      fields: [database, optionalField('text', 'Text in the title', 'text', { hint: 'Leave it empty for all pages.' })],
      request: {
        post: query,
        json: {
          filter: {
            $if: '{{fields.text | trim}}',
            $then: { property: 'title', title: { contains: '{{fields.text | trim}}' } },
          },
          sorts: [{ timestamp: 'last_edited_time', direction: 'descending' }],
          page_size: 50,
        },
      },
      items: '$.results',
      ingredients: pageIngredients,
    },
  ],
  actions: [
    {
      slug: 'add_page',
      name: 'Add a page to a database',
      description: 'Adds a page with a title, properties and text.',
      phrase: 'add a page to a database',
      sentence: 'add a page to {{fields.database}}',
      // Notion knows neither keys nor marks by which a page could be found again.
      repeat: 'unsafe',
      fields: [
        { ...database, destination: true },
        field('title', 'Title', 'text'),
        optionalField('properties', 'Properties', 'textarea', { hint: 'One on each line, such as Status: Done.' }),
        optionalField('text', 'Text', 'textarea', pageText),
      ],
      request: {
        post: '/v1/pages',
        json: {
          parent: { type: 'data_source_id', data_source_id: '{{fields.database}}' },
          properties: { $parse: '{{values.properties}}' },
          children,
        },
      },
      result: { id: '$.id', url: '$.url' },
    },
    {
      slug: 'append_text',
      name: 'Append text to a page',
      description: 'Adds paragraphs at the end of a page.',
      phrase: 'append text to a page',
      sentence: 'append text to {{fields.page}}',
      repeat: 'unsafe',
      fields: [{ ...page, destination: true }, field('text', 'Text', 'textarea', pageText)],
      request: { patch: '/v1/blocks/{{fields.page}}/children', json: { children } },
      result: { id: '$.results[0].id', url: 'https://www.notion.so/{{fields.page | replace: "-"}}' },
    },
  ],
  samples: {
    account: {
      object: 'user',
      id: 'b0000000-0000-4000-8000-000000000001',
      name: 'Switchyard',
      avatar_url: null,
      type: 'bot',
      bot: {
        owner: { type: 'workspace', workspace: true },
        workspace_id: 'a0000000-0000-4000-8000-000000000001',
        workspace_name: 'Garden',
        workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
      },
    },
    triggers: {
      new_page: { fields: { database: 'db' }, answer: listAnswer },
      page_updated: { fields: { database: 'db' }, answer: listAnswer },
    },
    queries: {
      find_pages: { fields: { database: 'db', text: 'ferns' }, answer: listAnswer },
    },
    actions: {
      add_page: {
        fields: { database: 'db', title: 'Water the ferns', properties: 'Status: Open', text: 'Twice.' },
        values: {
          properties: JSON.stringify({
            Status: { select: { name: 'Open' } },
            title: { title: richText('Water the ferns') },
          }),
          children: JSON.stringify([paragraph('Twice.')]),
        },
        answer: examplePage,
      },
      append_text: {
        fields: { page: '01234567-89ab-cdef-0123-456789abcdef', text: 'The ferns are watered.' },
        values: { children: JSON.stringify([paragraph('The ferns are watered.')]) },
        answer: { object: 'list', results: [{ object: 'block', id: 'b1', type: 'paragraph' }] },
      },
    },
    requests: {
      data_source: {
        values: { database: 'db' },
        answer: {
          object: 'data_source',
          id: 'db',
          properties: { Name: { id: 'title', type: 'title' }, Status: { id: 'a', type: 'select' } },
        },
      },
    },
  },
  code: {
    ...NOTION.code,
    triggers: { new_page: newPages, page_updated: editedPages },
    queries: { find_pages: foundPages },
    actions: { add_page: { asked: addPage }, append_text: { asked: appendText } },
  },
})
