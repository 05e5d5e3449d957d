-- Each Applet has a document from now on. Those that nobody had turned on yet, such as the demo's, had only steps. SQL cannot
-- compile a filter: an Applet with one runs nothing until its author saves it.
insert into applet_versions (applet_id, version, doc, created_at)
select a.id, 1,
  json_object(
    'features', (
      select json_group_array(json(f.feature)) from (
        select json_object('slug', c.slug, 'required', json(iif(c.required, 'true', 'false')), 'fields', json(c.fields)) as feature
        from configurations c where c.applet_id = a.id order by c.position
      ) f
    ),
    'steps', (
      select json_group_array(json(o.step)) from (
        select u.step from (
          select case s.kind when 'trigger' then 0 when 'query' then 1 else 4 end as rank, p.place, p.position,
            json_object(
              'id', p.position, 'kind', s.kind, 'module_name', s.module_name, 'slug', s.slug,
              'needs_account', json(iif(v.connect_kind = 'none', 'false', 'true')), 'account_slot', p.account_slot,
              'feature', p.configuration_slug, 'fields', json(p.fields),
              'user_fields', (
                select json_group_object(d.slug, d.default_value) from step_fields d where d.step_id = s.id
                  and not exists (select 1 from json_each(p.fields) g where g.key = d.slug)
              )
            ) as step
          from applet_steps p join service_steps s on s.id = p.step_id join services v on v.module_name = s.module_name
          where p.applet_id = a.id
          union all
          select 2, 0, 0, json_object('id', -1, 'kind', 'filter', 'code', a.filter_code, 'compiled', null)
          where a.filter_code is not null
          union all
          select 3, 0, 0, json_object('id', -2, 'kind', 'wait', 'seconds', a.actions_delay) where a.actions_delay > 0
        ) u order by u.rank, u.place, u.position
      ) o
    ),
    'plan', (
      select max(v.minimum_tier)
      from applet_steps p join service_steps s on s.id = p.step_id join services v on v.module_name = s.module_name
      where p.applet_id = a.id
    )
  ),
  a.updated_at
from applets a
where not exists (select 1 from applet_versions x where x.applet_id = a.id);
