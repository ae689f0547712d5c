CREATE TABLE "alert_audiences" (
	"company_id" integer NOT NULL,
	"audience" text NOT NULL,
	"event" text NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_audiences_company_id_audience_event_channel_pk" PRIMARY KEY("company_id","audience","event","channel")
);
--> statement-breakpoint
CREATE TABLE "quiet_hours" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"from_minute" integer NOT NULL,
	"to_minute" integer NOT NULL,
	"days" integer[] NOT NULL,
	"urgent_too" boolean NOT NULL,
	CONSTRAINT "quiet_hours_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "alert_messages" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_audiences" ADD CONSTRAINT "alert_audiences_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiet_hours" ADD CONSTRAINT "quiet_hours_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;