CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`module_name` text NOT NULL,
	`server` text NOT NULL,
	`client` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`scopes` text NOT NULL,
	`endpoints` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`module_name`) REFERENCES `services`(`module_name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `oauth_states` ADD `server` text;