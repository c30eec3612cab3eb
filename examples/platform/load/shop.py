"""A visitor of the shop who looks around."""
from locust import HttpUser, between, task


class Visitor(HttpUser):
    wait_time = between(1, 3)

    @task
    def look_around(self):
        self.client.get("/")
