ALTER TABLE `enablements` ADD `mail_key_hash` text;--> statement-breakpoint
ALTER TABLE `enablements` ADD `mail_key_sealed` text;--> statement-breakpoint
CREATE UNIQUE INDEX `enablements_mail_key_hash_unique` ON `enablements` (`mail_key_hash`);