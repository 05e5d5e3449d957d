ALTER TABLE `connected_accounts` ADD `previous_refresh_token` text;--> statement-breakpoint
ALTER TABLE `service_files` ADD `service_key` text;--> statement-breakpoint
ALTER TABLE `service_files` ADD `service_key_hash` text;--> statement-breakpoint
CREATE INDEX `service_files_key` ON `service_files` (`service_key_hash`);