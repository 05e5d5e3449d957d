ALTER TABLE `applets` ADD `public_face` text;--> statement-breakpoint
-- What was taken back before: its users see what it is called today, and nothing that its author changes from now on.
UPDATE `applets` SET `public_face` = json_object('name', `name`, 'description', `description`, 'brand_color', `brand_color`, 'value_propositions', json(`value_propositions`),
	'pro_features', json(iif(`pro_features`, 'true', 'false')), 'intermediate_pro_features', json(iif(`intermediate_pro_features`, 'true', 'false')))
WHERE `published_at` IS NULL AND EXISTS (SELECT 1 FROM `enablements` WHERE `enablements`.`applet_id` = `applets`.`id` AND `enablements`.`user_id` <> `applets`.`author_id`);
