-- Where each Applet's words are, and as of which version of `search_marks`; a null place: nowhere, because it is not public.
-- A place is (200 - popularity) * 2^32 + applet_id, so that the most popular Applets come first.
CREATE TABLE `applet_places` (
	`applet_id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`place` integer
);
--> statement-breakpoint
-- Only the words are kept, not the texts. The rowid is the place.
CREATE VIRTUAL TABLE `applet_words` USING fts5(
	name, description, steps,
	tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', content = '', contentless_delete = 1
);
--> statement-breakpoint
-- Takes rows of `search_truth`. One that is older than what the index has changes nothing, so their order is of no matter.
CREATE VIEW `applet_docs` AS SELECT `applet_id`, `version`, `place`, null AS `name`, null AS `description`, null AS `steps` FROM `applet_places`;
--> statement-breakpoint
CREATE TRIGGER `applet_docs_insert` INSTEAD OF INSERT ON `applet_docs`
WHEN NOT EXISTS (SELECT 1 FROM `applet_places` WHERE `applet_id` = NEW.`applet_id` AND `version` > NEW.`version`) BEGIN
	DELETE FROM `applet_words` WHERE `rowid` = (SELECT `place` FROM `applet_places` WHERE `applet_id` = NEW.`applet_id`);
	DELETE FROM `applet_places` WHERE `applet_id` = NEW.`applet_id`;
	INSERT INTO `applet_places` (`applet_id`, `version`, `place`) VALUES (NEW.`applet_id`, NEW.`version`, NEW.`place`);
	INSERT INTO `applet_words` (`rowid`, `name`, `description`, `steps`) SELECT NEW.`place`, NEW.`name`, NEW.`description`, NEW.`steps` WHERE NEW.`place` IS NOT NULL;
END;
--> statement-breakpoint
-- As of which round of `search_rebuild` the services below are: one row.
CREATE TABLE `service_round` (
	`id` integer PRIMARY KEY NOT NULL,
	`round` integer NOT NULL
);
--> statement-breakpoint
-- The rowid counts services from the most popular one.
CREATE VIRTUAL TABLE `service_words` USING fts5(
	name, description, module_name UNINDEXED,
	tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
--> statement-breakpoint
-- The names of triggers, queries and actions. The rowid counts them from the first one of the most popular service.
CREATE VIRTUAL TABLE `step_words` USING fts5(
	name, description, service, step_id UNINDEXED,
	tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
--> statement-breakpoint
-- Takes all services as JSON, the most popular one first. Those of an older round than the index has change nothing.
CREATE VIEW `service_docs` AS SELECT `round`, null AS `services` FROM `service_round`;
--> statement-breakpoint
CREATE TRIGGER `service_docs_insert` INSTEAD OF INSERT ON `service_docs`
WHEN NOT EXISTS (SELECT 1 FROM `service_round` WHERE `round` > NEW.`round`) BEGIN
	DELETE FROM `service_round`;
	INSERT INTO `service_round` (`id`, `round`) VALUES (1, NEW.`round`);
	DELETE FROM `service_words`;
	INSERT INTO `service_words` (`rowid`, `name`, `description`, `module_name`) SELECT `key` + 1, `value` ->> 'name', `value` ->> 'description', `value` ->> 'module_name' FROM json_each(NEW.`services`);
	DELETE FROM `step_words`;
	INSERT INTO `step_words` (`name`, `description`, `service`, `step_id`) SELECT `step`.`value` ->> 'name', `step`.`value` ->> 'description', `service`.`value` ->> 'name', `step`.`value` ->> 'id' FROM json_each(NEW.`services`) AS `service`, json_each(`service`.`value` ->> 'steps') AS `step` ORDER BY `service`.`key`, `step`.`key`;
END;
