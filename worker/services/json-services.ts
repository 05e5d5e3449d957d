// Written by dev/service/list-service-files.mjs before every command: the files in services/.
import airtable from '../../services/airtable.json' with { type: 'json' }
import discord from '../../services/discord.json' with { type: 'json' }
import gitlab from '../../services/gitlab.json' with { type: 'json' }
import gmail from '../../services/gmail.json' with { type: 'json' }
import google_calendar from '../../services/google_calendar.json' with { type: 'json' }
import google_chat from '../../services/google_chat.json' with { type: 'json' }
import linear from '../../services/linear.json' with { type: 'json' }
import matrix from '../../services/matrix.json' with { type: 'json' }
import ntfy from '../../services/ntfy.json' with { type: 'json' }
import pushover from '../../services/pushover.json' with { type: 'json' }
import slack from '../../services/slack.json' with { type: 'json' }
import teams from '../../services/teams.json' with { type: 'json' }
import todoist from '../../services/todoist.json' with { type: 'json' }
import trello from '../../services/trello.json' with { type: 'json' }
import wordpress from '../../services/wordpress.json' with { type: 'json' }
import zulip from '../../services/zulip.json' with { type: 'json' }

export const serviceFiles: readonly unknown[] = [
  airtable,
  discord,
  gitlab,
  gmail,
  google_calendar,
  google_chat,
  linear,
  matrix,
  ntfy,
  pushover,
  slack,
  teams,
  todoist,
  trello,
  wordpress,
  zulip,
]
