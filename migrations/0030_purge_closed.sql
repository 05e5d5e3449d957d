ALTER TABLE `connected_accounts` ADD `server` text;--> statement-breakpoint
CREATE INDEX `connected_accounts_at_server` ON `connected_accounts` (`server`) WHERE "connected_accounts"."server" is not null;--> statement-breakpoint
ALTER TABLE `grant_revocations` ADD `server` text;--> statement-breakpoint
CREATE INDEX `grant_revocations_at_server` ON `grant_revocations` (`server`) WHERE "grant_revocations"."server" is not null;--> statement-breakpoint
CREATE INDEX `oauth_clients_used` ON `oauth_clients` (`updated_at`);--> statement-breakpoint
CREATE INDEX `applet_reports_closed` ON `applet_reports` (`closed_at`) WHERE "applet_reports"."closed_at" is not null;--> statement-breakpoint
-- Ids of Mastodon's accounts end with their server.
UPDATE `connected_accounts` SET `server` = 'https://' || substr(`account_id`, instr(`account_id`, '@') + 1) WHERE `module_name` = 'mastodon';