import { ingredient } from '../format/define-service.ts'
import type { IngredientDefinition } from '../format/service-definition.ts'

export const POSTED = '2026-03-02T09:14:00.000Z'
const PAGE = 'https://mastodon.example/@ada'
export const POST_URL = `${PAGE}/116159000000000001`

/** Makes the ingredients of a post. `at`: where it stands in an item. */
export function postIngredients(at: '$' | '$.status'): IngredientDefinition[] {
  const of = (path: string) => `${at}.${path}`
  return [
    ingredient('PostText', 'Text', 'text', 'The drawings are done. #looms', `{{${of('content')} | strip_html}}`),
    ingredient('PostHtml', 'Text as HTML', 'html', '<p>The drawings are done. #looms</p>', of('content')),
    ingredient('ContentWarning', 'Content warning', 'text', 'Spoilers', of('spoiler_text')),
    ingredient('PostUrl', 'Link', 'url', POST_URL, of('url')),
    ingredient('ImageUrl', 'First image', 'image_url', `${PAGE}/drawing.png`, of('media_attachments[0].url')),
    ingredient('Visibility', 'Visibility', 'text', 'public', of('visibility')),
    ingredient('AuthorHandle', 'Handle', 'text', 'ada', of('account.acct')),
    ingredient('AuthorName', 'Name', 'text', 'Ada', of('account.display_name')),
    ingredient('AuthorUrl', 'Profile', 'url', PAGE, of('account.url')),
    ingredient('PostedAt', 'Posted at', 'datetime', POSTED, of('created_at')),
  ]
}

/** A post as a server answers it, as far as it is told of. */
export const samplePost = {
  id: '116159000000000001',
  created_at: POSTED,
  content: '<p>The drawings are done. #looms</p>',
  spoiler_text: 'Spoilers',
  visibility: 'public',
  url: POST_URL,
  media_attachments: [{ url: `${PAGE}/drawing.png` }],
  account: { id: '1', acct: 'ada', display_name: 'Ada', url: PAGE },
}
