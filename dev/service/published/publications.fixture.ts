import { publishedGithub } from '../../stand-ins/doubles/github/published-github.ts'
import { publishedNotion } from './published-notion.fixture.ts'
import { publishedTelegram } from '../../stand-ins/doubles/telegram/published-telegram.fixture.ts'
import type { Published } from '../../stand-ins/doubles/published/held-to.ts'
import { DESCRIBED } from './described-apis.fixture.ts'
import { publishedDiscord, publishedGoogleChat, publishedSlack, publishedTeams } from './published-chats.fixture.ts'
import { publishedGitlab } from './published-gitlab.fixture.ts'
import { publishedGoogleApps } from './published-google-apps.fixture.ts'
import { publishedLinear } from './published-linear.fixture.ts'
import { publishedMastodon } from './published-mastodon.fixture.ts'
import { publishedOpenApi } from './published-open-api.fixture.ts'
import { publishedTodoist } from './published-todoist.fixture.ts'

/**
 * What the requests and samples of a service's file are held to. `by`: who publishes it.
 */
type Publication = { by: string; published: () => Published }

const publishedAirtable = publishedOpenApi('airtable-openapi.json')
const publishedBluesky = publishedOpenApi('bluesky-openapi.json')
const publishedTrello = publishedOpenApi('trello-openapi.json')

/** By the id of each service of somebody else whose file says a request. */
export const PUBLICATIONS: Record<string, Publication> = {
  home_assistant: { by: "Home Assistant's documentation", published: () => DESCRIBED.home_assistant },
  github: { by: "GitHub's OpenAPI description", published: githubParts },
  bluesky: { by: "Bluesky's lexicons", published: () => publishedBluesky },
  mastodon: {
    by: 'the types of `masto`',
    published: () => publishedMastodon,
  },
  todoist: { by: "Todoist's SDK, `@doist/todoist-sdk`", published: () => publishedTodoist },
  gmail: { by: "Google's types, `@googleapis/gmail`", published: () => publishedGoogleApps },
  google_calendar: { by: "Google's types, `@googleapis/calendar`", published: () => publishedGoogleApps },
  airtable: { by: "Airtable's documentation", published: () => publishedAirtable },
  linear: { by: 'the types of `@linear/sdk`', published: () => publishedLinear },
  trello: { by: 'the schemas of `trello.js`', published: () => publishedTrello },
  notion: { by: "the types of Notion's client, `@notionhq/client`", published: () => publishedNotion },
  telegram: { by: '`@grammyjs/types`', published: () => publishedTelegram },
  gitlab: { by: 'the types of `@gitbeaker/core`', published: () => publishedGitlab },
  matrix: { by: "Matrix's specification", published: () => DESCRIBED.matrix },
  ntfy: { by: "ntfy's documentation", published: () => DESCRIBED.ntfy },
  pushover: { by: "Pushover's documentation", published: () => DESCRIBED.pushover },
  wordpress: { by: "WordPress's reference", published: () => DESCRIBED.wordpress },
  zulip: { by: "Zulip's OpenAPI description", published: () => DESCRIBED.zulip },
  discord: { by: '`discord-api-types`', published: () => publishedDiscord },
  slack: { by: 'the types of `@slack/webhook`', published: () => publishedSlack },
  google_chat: { by: 'the types of `@googleapis/chat`', published: () => publishedGoogleChat },
  teams: { by: "Microsoft's reader of cards, `adaptivecards`", published: () => publishedTeams },
}

function githubParts(): Published {
  const check = publishedGithub()
  return {
    requestProblems: (call) => check.requestProblems(call, call),
    answerProblems: (call, answer) => check.partProblems(call, answer),
  }
}
