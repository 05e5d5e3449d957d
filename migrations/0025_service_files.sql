CREATE TABLE `service_files` (
	`module_name` text PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
