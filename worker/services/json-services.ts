// Written by dev/service/list-service-files.mjs before every command: the files in services/.
import discord from '../../services/discord.json' with { type: 'json' }
import google_chat from '../../services/google_chat.json' with { type: 'json' }
import ntfy from '../../services/ntfy.json' with { type: 'json' }
import slack from '../../services/slack.json' with { type: 'json' }
import teams from '../../services/teams.json' with { type: 'json' }
import todoist from '../../services/todoist.json' with { type: 'json' }

export const serviceFiles: readonly unknown[] = [discord, google_chat, ntfy, slack, teams, todoist]
