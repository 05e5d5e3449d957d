import { describeApi, listOf, object, oneOf, text, whole } from './describe-api.ts'

const LISTED = {
  context: oneOf('view', 'embed', 'edit'),
  page: whole,
  per_page: { type: 'integer', minimum: 1, maximum: 100 },
  search: text,
  after: text,
  before: text,
  exclude: text,
  include: text,
  offset: whole,
  order: oneOf('asc', 'desc'),
  _embed: text,
}

/** Written from the reference of WordPress's REST API, June 2025. `wp-types` says what answers are like. */
export const wordpressApi = describeApi({
  'GET /wp-json/wp/v2/users/me': { query: { context: LISTED.context } },
  'GET /wp-json/wp/v2/posts': {
    query: {
      ...LISTED,
      author: whole,
      orderby: oneOf('author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'title'),
      slug: text,
      // A list of statuses, with commas between them.
      status: { type: 'string', pattern: '^(?:(?:publish|future|draft|pending|private|any)(?:,|$))+$' },
      categories: whole,
      tags: whole,
    },
  },
  'POST /wp-json/wp/v2/posts': {
    json: object({
      title: text,
      content: text,
      excerpt: text,
      status: oneOf('publish', 'future', 'draft', 'pending', 'private'),
      slug: text,
      date: text,
      categories: listOf(whole),
      tags: listOf(whole),
    }),
  },
  'GET /wp-json/wp/v2/comments': {
    query: {
      ...LISTED,
      orderby: oneOf('date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'),
      post: whole,
      parent: whole,
      status: text,
      type: text,
    },
  },
  'POST /wp-json/wp/v2/comments': {
    json: object({ post: whole, parent: whole, content: text, author: whole, status: text }),
  },
  'GET /wp-json/wp/v2/categories': {
    query: {
      ...LISTED,
      orderby: oneOf('id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'),
    },
  },
})
