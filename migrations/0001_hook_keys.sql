ALTER TABLE `enablements` RENAME COLUMN "hook_key" TO "hook_key_hash";--> statement-breakpoint
DROP INDEX `enablements_hook_key_unique`;--> statement-breakpoint
ALTER TABLE `enablements` ADD `hook_key_sealed` text;--> statement-breakpoint
CREATE UNIQUE INDEX `enablements_hook_key_hash_unique` ON `enablements` (`hook_key_hash`);