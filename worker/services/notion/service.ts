import { defineService, field, optionalField } from '../format/define-service.ts'
import { examplePage, NOTION, pageIngredients } from './notion-io.ts'
import { addPage, appendText, findPages, listShared, pollPages } from './notion-steps.ts'

const SHARED = 'Only what you have shared with us is listed.'
const database = field('database', 'Database', 'select', {
  hint: SHARED,
  options: { get: '/v1/search#databases' },
})
const page = field('page', 'Page', 'select', {
  hint: SHARED,
  options: { get: '/v1/search#pages' },
})
const listAnswer = { object: 'list', results: [examplePage], next_cursor: null, has_more: false }
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
      ingredients: pageIngredients,
    },
    {
      slug: 'page_updated',
      name: 'Page updated',
      description: 'Starts when a page of a database is edited, once a minute at most.',
      phrase: 'a page of a database is edited',
      sentence: 'a page in {{fields.database}} is edited',
      fields: [database],
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
    },
    {
      slug: 'append_text',
      name: 'Append text to a page',
      description: 'Adds paragraphs at the end of a page.',
      phrase: 'append text to a page',
      sentence: 'append text to {{fields.page}}',
      repeat: 'unsafe',
      fields: [{ ...page, destination: true }, field('text', 'Text', 'textarea', pageText)],
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
        fields: { database: 'db', title: 'Water the ferns', properties: 'Status: Open', text: '' },
        answer: examplePage,
      },
      append_text: {
        fields: { page: '01234567-89ab-cdef-0123-456789abcdef', text: 'The ferns are watered.' },
        answer: { object: 'list', results: [{ object: 'block', id: 'b1', type: 'paragraph' }] },
      },
    },
  },
  code: {
    triggers: {
      new_page: { poll: pollPages('created_time') },
      page_updated: { poll: pollPages('last_edited_time') },
    },
    queries: {
      find_pages: findPages,
    },
    actions: {
      add_page: { run: addPage },
      append_text: { run: appendText },
    },
    options: { '/v1/search#databases': listShared('data_source'), '/v1/search#pages': listShared('page') },
  },
})
