-- The names of triggers, queries and actions. The rowid counts them from the first one of the most popular service.
CREATE VIRTUAL TABLE `step_words` USING fts5(
	name, description, service, step_id UNINDEXED,
	tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
--> statement-breakpoint
DROP TRIGGER `service_docs_insert`;
--> statement-breakpoint
-- Services that come without steps, from the Worker before this migration, have none until the next round.
CREATE TRIGGER `service_docs_insert` INSTEAD OF INSERT ON `service_docs`
WHEN NOT EXISTS (SELECT 1 FROM `service_round` WHERE `round` > NEW.`round`) BEGIN
	DELETE FROM `service_round`;
	INSERT INTO `service_round` (`id`, `round`) VALUES (1, NEW.`round`);
	DELETE FROM `service_words`;
	INSERT INTO `service_words` (`rowid`, `name`, `description`, `module_name`) SELECT `key` + 1, `value` ->> 'name', `value` ->> 'description', `value` ->> 'module_name' FROM json_each(NEW.`services`);
	DELETE FROM `step_words`;
	INSERT INTO `step_words` (`name`, `description`, `service`, `step_id`) SELECT `step`.`value` ->> 'name', `step`.`value` ->> 'description', `service`.`value` ->> 'name', `step`.`value` ->> 'id' FROM json_each(NEW.`services`) AS `service`, json_each(`service`.`value` ->> 'steps') AS `step` ORDER BY `service`.`key`, `step`.`key`;
END;
